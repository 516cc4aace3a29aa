/// Pulls blocks of audio out of an open file.
///
/// All blocks have one format, that of the file's beginning: where the rate or the channels change
/// later on, what follows is converted, and the report says so.
///
/// Not `Sendable`: a reader lives inside the task that reads.
public final class AudioReader {
  public let format: AudioFormat

  private let decoder: any Decoder
  /// Converts the present part, when its format is another.
  private var converter: FormatConverter?
  private var nonFiniteSampleCount = 0
  private var frameCount = 0
  private var hasEnded = false
  private var notes: DecodeReport

  /// - Parameter warnings: What was noticed when the file was opened.
  init(decoder: any Decoder, warnings: [String] = []) {
    self.decoder = decoder
    format = decoder.format
    notes = DecodeReport(decoder: "", codec: "")
    for warning in warnings { notes.warn(warning) }
  }

  /// The length that the container claims, in frames; nil when it does not say.
  public var expectedFrameCount: Int? { decoder.expectedFrameCount }

  /// What was met so far; complete once `read` returned false.
  public var report: DecodeReport {
    var report = decoder.report
    report.nonFiniteSampleCount = nonFiniteSampleCount + (converter?.nonFiniteSampleCount ?? 0)
    report.frameCount = frameCount
    report.isTruncated = report.isTruncated || notes.isTruncated
    for warning in notes.warnings { report.warn(warning) }
    return report
  }

  /// Fills `buffer` with the next block.
  ///
  /// - Parameter buffer: A buffer of this reader's `format`; it is used again and again.
  /// - Returns: False at the end of the music; `buffer` is then empty.
  /// - Throws: When decoding cannot go on. What was read before stands.
  public func read(into buffer: inout PCMBuffer) throws(DecodingError) -> Bool {
    precondition(buffer.format == format, "a buffer of another format")
    while !hasEnded {
      if let converter {
        if try converter.read(into: &buffer, from: decoder) { return finish(&buffer) }
      } else if try decoder.read(into: &buffer) {
        return finish(&buffer)
      }
      hasEnded = try !beginNextPart()
    }
    buffer.clear()
    return false
  }

  private func finish(_ buffer: inout PCMBuffer) -> Bool {
    nonFiniteSampleCount += buffer.zeroNonFiniteSamples()
    buffer.startFrame = frameCount
    frameCount += buffer.frameCount
    return true
  }

  /// Goes on to the stream's next part, false when there is none that can be brought to the format.
  private func beginNextPart() throws(DecodingError) -> Bool {
    nonFiniteSampleCount += converter?.nonFiniteSampleCount ?? 0
    converter = nil
    guard try decoder.beginNextPart() else { return false }
    let next = decoder.format
    guard next != format else { return true }
    notes.warn(
      "the format changes to \(next.sampleRate) Hz and \(next.channelCount) "
        + (next.channelCount == 1 ? "channel" : "channels")
        + " at \(Self.seconds(frameCount, at: format.sampleRate)) s; what follows was converted")
    converter = FormatConverter(from: next, to: format)
    guard converter != nil else {
      notes.warn("a sample rate of \(next.sampleRate) Hz cannot be converted; the rest is left out")
      notes.isTruncated = true
      return false
    }
    return true
  }

  /// A time with three decimals.
  private static func seconds(_ frame: Int, at rate: Int) -> String {
    let thousandths = String(AudioFormat.frameCount(frame, of: rate, at: 1000) % 1000)
    let zeros = String(repeating: "0", count: 3 - thousandths.count)
    return "\(AudioFormat.frameCount(frame, of: rate, at: 1000) / 1000).\(zeros)\(thousandths)"
  }
}

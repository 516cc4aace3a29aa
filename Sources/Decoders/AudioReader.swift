/// Pulls blocks of audio out of an open file.
///
/// Not `Sendable`: a reader lives inside the task that reads.
public final class AudioReader {
  private let decoder: any Decoder
  private var nonFiniteSampleCount = 0
  private var frameCount = 0

  init(decoder: any Decoder) {
    self.decoder = decoder
  }

  public var format: AudioFormat { decoder.format }

  /// The length that the container claims, in frames; nil when it does not say.
  public var expectedFrameCount: Int? { decoder.expectedFrameCount }

  /// What was met so far; complete once `read` returned false.
  public var report: DecodeReport {
    var report = decoder.report
    report.nonFiniteSampleCount = nonFiniteSampleCount
    report.frameCount = frameCount
    return report
  }

  /// Fills `buffer` with the next block.
  ///
  /// - Parameter buffer: A buffer of this reader's `format`; it is used again and again.
  /// - Returns: False at the end of the music; `buffer` is then empty.
  /// - Throws: When decoding cannot go on. What was read before stands.
  public func read(into buffer: inout PCMBuffer) throws(DecodingError) -> Bool {
    precondition(buffer.format == format, "a buffer of another format")
    guard try decoder.read(into: &buffer) else {
      buffer.clear()
      return false
    }
    nonFiniteSampleCount += buffer.zeroNonFiniteSamples()
    buffer.startFrame = frameCount
    frameCount += buffer.frameCount
    return true
  }
}

/// Vorbis, Opus and FLAC in Ogg: the links of a chain one after the other, each decoded by its
/// codec.
///
/// Pages and packets are read here and not by the codecs' file libraries, which tell neither where
/// in a damaged file the music goes on nor what they cut, and take only chains of one codec.
final class OggDecoder: Decoder {
  private(set) var format: AudioFormat
  let expectedFrameCount: Int?

  private let packets: OggPacketReader
  private var link: any Decoder
  /// What was met in the links before the present one.
  private var finished: DecodeReport?
  private var extra: DecodeReport
  /// Seconds of silence that may still be put in the place of lost audio.
  private var silenceLeft = maximumSilence

  /// The most silence, in seconds, that a file gets in the place of lost audio: a broken number can
  /// ask for years.
  static let maximumSilence = 600.0

  init(file: InputFile, content: Range<Int>) throws(DecodingError) {
    packets = OggPacketReader(file: file, content: content)
    guard try packets.beginLink() else {
      throw .malformed(detail: "no page of the stream is whole")
    }
    link = try Self.open(packets, maximumSilence: silenceLeft)
    format = link.format
    extra = DecodeReport(decoder: link.report.decoder, codec: link.report.codec)
    let start = (link as? OggStreamDecoder)?.startPosition ?? 0
    expectedFrameCount = try OggSurvey(file: file, content: content)
      .frameCount(at: link.format.sampleRate).map { max(0, $0 - start) }
  }

  var report: DecodeReport {
    var report = finished.map { $0.followed(by: link.report) } ?? link.report
    for warning in extra.warnings { report.warn(warning) }
    report.isTruncated = report.isTruncated || extra.isTruncated
    report.claimedFrameCount = expectedFrameCount
    return report
  }

  func read(into buffer: inout PCMBuffer) throws(DecodingError) -> Bool {
    try link.read(into: &buffer)
  }

  func beginNextPart() throws(DecodingError) -> Bool {
    if try link.beginNextPart() {
      format = link.format
      return true
    }
    let wasComplete = packets.isLast
    while try packets.beginLink() {
      let report = link.report
      silenceLeft -= Double(report.concealedFrameCount) / Double(link.format.sampleRate)
      do throws(DecodingError) {
        let next = try Self.open(packets, maximumSilence: max(0, silenceLeft))
        finished = finished.map { $0.followed(by: report) } ?? report
        link = next
      } catch {
        if case .io = error { throw error }
        extra.warn("a stream of the chain cannot be decoded, and was left out")
        continue
      }
      extra.warn("the file is a chain of several streams")
      format = link.format
      return true
    }
    if !wasComplete { extra.isTruncated = true }
    return false
  }

  /// Opens the link whose first packet is at hand.
  private static func open(
    _ packets: OggPacketReader, maximumSilence: Double
  ) throws(DecodingError) -> any Decoder {
    let codec: any PacketDecoder
    switch packets.codec {
    case .vorbis: codec = try VorbisPacketDecoder(packets)
    case .opus: codec = try OpusPacketDecoder(packets)
    case .flac: return try FLACDecoder(source: OggFLACStream(packets), codec: "Ogg FLAC")
    case nil: throw .malformed(detail: "no stream of a known codec")
    }
    return try OggStreamDecoder(
      packets, codec: codec,
      maximumSilence: Int(maximumSilence * Double(codec.format.sampleRate)))
  }
}

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
  /// What is to be told of the chain itself: only warnings, and whether its end is missing.
  private var chain: DecodeReport
  /// Seconds of silence that may still be put in the place of lost audio.
  private var silenceLeft = Concealment.maximumSeconds

  init(file: InputFile, content: Range<Int>) throws(DecodingError) {
    packets = OggPacketReader(file: file, content: content)
    guard let first = try Self.openLink(packets, maximumSilence: silenceLeft) else {
      throw .malformed(detail: "no page of the stream is whole")
    }
    link = first.decoder
    format = link.format
    chain = DecodeReport(decoder: link.report.decoder, codec: link.report.codec)
    if first.isBehindBroken { chain.warn(Self.brokenLink) }
    let start = (link as? OggStreamDecoder)?.startPosition ?? 0
    expectedFrameCount = try OggSurvey(file: file, content: content)
      .frameCount(at: link.format.sampleRate).map { max(0, $0 - start) }
  }

  var report: DecodeReport {
    var report = finished.map { $0.followed(by: link.report) } ?? link.report
    for warning in chain.warnings { report.warn(warning) }
    report.isTruncated = report.isTruncated || chain.isTruncated
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
    let report = link.report
    silenceLeft -= Double(report.concealedFrameCount) / Double(link.format.sampleRate)
    let next: (decoder: any Decoder, isBehindBroken: Bool)?
    do throws(DecodingError) {
      next = try Self.openLink(packets, maximumSilence: max(0, silenceLeft))
    } catch {
      if case .io = error { throw error }
      chain.warn(Self.brokenLink)
      return false
    }
    guard let next else {
      if !wasComplete { chain.isTruncated = true }
      return false
    }
    finished = finished.map { $0.followed(by: report) } ?? report
    link = next.decoder
    format = link.format
    chain.warn("the file is a chain of several streams")
    if next.isBehindBroken { chain.warn(Self.brokenLink) }
    return true
  }

  private static let brokenLink = "a stream of the chain cannot be decoded, and was left out"

  /// Opens the next link that can be decoded.
  ///
  /// - Returns: Nil when there is no further one; `isBehindBroken` tells that some were passed over.
  /// - Throws: What is wrong with the first, when all that are left are broken.
  private static func openLink(
    _ packets: OggPacketReader, maximumSilence: Double
  ) throws(DecodingError) -> (decoder: any Decoder, isBehindBroken: Bool)? {
    var failure: DecodingError?
    while try packets.beginLink() {
      do throws(DecodingError) {
        return (try open(packets, maximumSilence: maximumSilence), failure != nil)
      } catch {
        if case .io = error { throw error }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return nil
  }

  /// Opens the link whose first packet is at hand.
  private static func open(
    _ packets: OggPacketReader, maximumSilence: Double
  ) throws(DecodingError) -> any Decoder {
    let codec: any PacketDecoder
    switch packets.codec {
    case .vorbis: codec = try VorbisPacketDecoder(packets)
    case .opus: codec = try OpusPacketDecoder(packets)
    case .flac:
      return try FLACDecoder(
        source: OggFLACStream(packets), codec: "Ogg FLAC", maximumSilence: maximumSilence)
    case nil: throw .malformed(detail: "no stream of a known codec")
    }
    return try OggStreamDecoder(
      packets, codec: codec,
      maximumSilence: Int(maximumSilence * Double(codec.format.sampleRate)))
  }
}

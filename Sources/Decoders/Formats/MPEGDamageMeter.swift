/// Tells from the places and contents of successive MPEG frames what was lost between them.
///
/// libmpg123 skips bytes that are not a frame and fills a frame that it cannot decode with zeros,
/// both without telling.
struct MPEGDamageMeter {
  struct Frame {
    /// The place of the frame in the stream, and its length, in bytes.
    let offset: Int
    let length: Int
    /// Whether its decoded audio begins and ends with exact zeros.
    let beginsWithZeros: Bool
    let endsWithZeros: Bool
  }

  struct Verdict: Equatable {
    /// Frames that were damaged or lost.
    var corruptCount = 0
    /// Frames that are missing before this one and can be replaced by silence.
    var lostCount = 0
    /// Bytes skipped that were no frame.
    var skippedByteCount = 0
  }

  /// More missing bytes than this many frames are a foreign insertion or a hole of unknown length:
  /// the music then goes on without silence in its place.
  static let maximumConcealedFrames = 4

  private static let maximumTagCount = 16

  private var end: Int?
  private var frameCount = 0
  private var byteCount = 0
  private var endedWithZeros = true

  mutating func judge(_ frame: Frame, stream: ByteStream) -> Verdict {
    var verdict = Verdict()
    if let end, frame.offset > end {
      verdict.skippedByteCount = frame.offset - end
      let tags = Self.tagLength(at: end, of: stream)
      if tags == 0 || tags < frame.offset - end {
        let lost = lostFrameCount(skipped: frame.offset - end - tags)
        verdict.corruptCount = max(lost, 1)
        verdict.lostCount = lost
      }
    }
    // What was decoded decays: exact zeros right behind sound are the library's filling.
    if frame.beginsWithZeros, !endedWithZeros { verdict.corruptCount += 1 }
    endedWithZeros = frame.endsWithZeros
    end = frame.offset + frame.length
    frameCount += 1
    byteCount += frame.length
    return verdict
  }

  /// Whether a frame begins where the last one ended and the stream is too short for it.
  func endsInsideFrame(stream: ByteStream, header: MPEGFrameHeader) -> Bool {
    guard let end, end < stream.count,
      let bytes = try? stream.file.bytes(at: stream.window.lowerBound + end, count: 4),
      let next = MPEGFrameHeader(bytes, at: 0), next.isOfSameStream(as: header)
    else { return false }
    return end + (next.length ?? stream.count) > stream.count
  }

  /// The length of the tags that stand where a frame should: no audio is missing there. The library
  /// knows ID3v2 by itself; behind others it needs a frame to find its way.
  private static func tagLength(at offset: Int, of stream: ByteStream) -> Int {
    var place = stream.window.lowerBound + offset
    let start = place
    for _ in 0..<maximumTagCount {
      guard let head = try? stream.file.bytes(at: place, count: 32) else { break }
      if let length = TagEnvelope.id3v2Length(head) {
        place += length
      } else if head.hasText("TAG") {
        place += 128
      } else if head.hasText("APETAGEX"), let size = head.littleEndian32(at: 12) {
        place += size + 32
      } else {
        break
      }
    }
    return place - start
  }

  private func lostFrameCount(skipped: Int) -> Int {
    guard frameCount > 0 else { return 0 }
    let meanLength = max(1, byteCount / frameCount)
    let lost = (skipped + meanLength / 2) / meanLength
    return lost <= Self.maximumConcealedFrames ? lost : 0
  }
}

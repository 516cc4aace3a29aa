/// How much audio the header of a RIFF wave file claims, and where that claim must be corrected.
///
/// A recorder that was cut off leaves a data chunk of length 0, or 0xFFFFFFFF, with all the audio
/// behind it.
struct WaveClaim {
  /// Frames that the data chunk should hold; nil when its length is no claim.
  let frameCount: Int?
  /// Bytes that make the header tell the truth, at an offset into the content.
  let correction: (offset: Int, bytes: [UInt8])?
  let warnings: [String]

  /// - Returns: Nil for other containers.
  init?(file: InputFile, content: Range<Int>) throws(DecodingError) {
    guard try file.bytes(at: content.lowerBound, count: 4).hasText("RIFF"),
      let list = try ChunkList(file: file, content: content), let data = list["data"],
      let claimed = data.claimedLength
    else { return nil }
    let behind = content.upperBound - data.body.lowerBound
    let next = try file.bytes(at: data.body.lowerBound, count: 4)
    let isUnfinished = claimed == 0 && behind > 0 && !Self.isChunkName(next)
    if isUnfinished || claimed == 0xFFFF_FFFF {
      frameCount = nil
      warnings = ["the length of the audio was never written; it is read to the end of the file"]
      let length = UInt32(clamping: behind)
      correction = (
        data.sizeOffset - content.lowerBound, (0..<4).map { UInt8(length >> ($0 * 8) & 0xFF) }
      )
      return
    }
    correction = nil
    warnings = claimed > behind ? ["the file is shorter than its header says"] : []
    frameCount = try Self.frameLength(file: file, list: list).map { claimed / $0 }
  }

  /// Whether bytes can name a chunk: audio hardly ever begins with four printable characters.
  private static func isChunkName(_ bytes: [UInt8]) -> Bool {
    bytes.count == 4 && bytes.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// The bytes of one frame, for codings without packets (PCM, float, A-law, µ-law).
  private static func frameLength(
    file: InputFile, list: ChunkList
  ) throws(DecodingError) -> Int? {
    guard let chunk = list["fmt "] else { return nil }
    let body = try file.bytes(at: chunk.body.lowerBound, count: min(chunk.body.count, 16))
    guard let tag = body.littleEndian16(at: 0), let length = body.littleEndian16(at: 12),
      [1, 3, 6, 7, 0xFFFE].contains(tag), length > 0
    else { return nil }
    return length
  }
}

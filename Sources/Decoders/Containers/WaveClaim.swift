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
  /// The coding of the samples by Microsoft's register: 1 is PCM.
  let coding: Int?

  /// Codings without packets: PCM, float, A-law, µ-law, and those that a longer header names.
  static let plainCodings = [1, 3, 6, 7, 0xFFFE]

  /// - Returns: Nil for other containers.
  init?(file: InputFile, content: Range<Int>, list: ChunkList?) throws(DecodingError) {
    let mark = try file.bytes(at: content.lowerBound, count: 4)
    if mark.hasText("BW64") {
      // The broadcast union's later name for RF64, which the library does not know.
      (frameCount, warnings, coding) = (nil, [], nil)
      correction = (0, Array("RF64".utf8))
      return
    }
    guard mark.hasText("RIFF"), let list, let data = list["data"],
      let claimed = data.claimedLength
    else { return nil }
    let format = try Self.format(file: file, list: list)
    coding = format?.coding
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
    frameCount = format.flatMap { format in
      let isPlain = Self.plainCodings.contains(format.coding) && format.frameLength > 0
      return isPlain ? claimed / format.frameLength : nil
    }
  }

  /// The audio of a wave file that wraps MPEG frames; nil for any other.
  static func mpegAudio(
    file: InputFile, content: Range<Int>
  ) throws(DecodingError) -> Range<Int>? {
    guard try file.bytes(at: content.lowerBound, count: 4).hasText("RIFF"),
      let list = try ChunkList(file: file, content: content), let data = list["data"],
      let format = try format(file: file, list: list), mpegCodings.contains(format.coding)
    else { return nil }
    // A length that was never written stands for "up to the end".
    return data.body.isEmpty ? data.body.lowerBound..<content.upperBound : data.body
  }

  /// MPEG layers I and II, and layer III.
  private static let mpegCodings = [0x50, 0x55]

  /// Whether bytes can name a chunk: audio hardly ever begins with four printable characters.
  private static func isChunkName(_ bytes: [UInt8]) -> Bool {
    bytes.count == 4 && bytes.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// The coding and the bytes of one frame or packet.
  private static func format(
    file: InputFile, list: ChunkList
  ) throws(DecodingError) -> (coding: Int, frameLength: Int)? {
    guard let chunk = list["fmt "] else { return nil }
    let body = try file.bytes(at: chunk.body.lowerBound, count: min(chunk.body.count, 16))
    guard let coding = body.littleEndian16(at: 0), let length = body.littleEndian16(at: 12) else {
      return nil
    }
    return (coding, length)
  }
}

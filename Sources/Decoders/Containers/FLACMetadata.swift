/// Where the frames of a native FLAC stream begin, and what its STREAMINFO says of the audio.
///
/// Source: RFC 9639 §8.1 and §8.2.
struct FLACMetadata {
  /// Rate, channels, bits, length and the MD5 of the decoded audio: the bytes of STREAMINFO that do
  /// not depend on how the stream was encoded. Nil when there is no MD5.
  let identity: [UInt8]?
  let frames: Range<Int>

  private static let maximumBlockCount = 65_536

  init(file: InputFile, content: Range<Int>) throws(DecodingError) {
    var place = content.lowerBound
    var identity: [UInt8]?
    if try file.bytes(at: place, count: 4).hasText("fLaC") {
      place += 4
      for _ in 0..<Self.maximumBlockCount {
        let head = try file.bytes(at: place, count: 4 + 34)
        guard let length = head.bigEndian(at: 1, width: 3), head[0] != 0xFF else { break }
        if head[0] & 0x7F == 0, length >= 34, head.count == 38 {
          let hasMD5 = head[22...].contains { $0 != 0 }
          identity = hasMD5 ? Array(head[14...]) : nil
        }
        place += 4 + length
        if head[0] & 0x80 != 0 { break }
      }
    }
    self.identity = identity
    let start = min(place, content.upperBound)
    frames = start..<content.upperBound
  }
}

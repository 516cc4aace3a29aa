/// The header of one Ogg page.
///
/// Source: RFC 3533 §6. The checksum is not verified here: the codec libraries do that.
struct OggPage {
  let headerLength: Int
  let bodyLength: Int
  let serial: Int
  let isFirst: Bool
  let isLast: Bool
  /// The lengths of the pieces of packets, in order; a piece of 255 bytes goes on in the next.
  let segmentLengths: ArraySlice<UInt8>

  var length: Int { headerLength + bodyLength }

  static let maximumHeaderLength = 27 + 255

  /// - Returns: Nil when no whole page header stands at `offset`.
  init?(_ bytes: [UInt8], at offset: Int) {
    guard bytes.hasText("OggS", at: offset), offset + 27 <= bytes.count, bytes[offset + 4] == 0,
      let serial = bytes.littleEndian32(at: offset + 14)
    else { return nil }
    let segmentCount = Int(bytes[offset + 26])
    headerLength = 27 + segmentCount
    guard offset + headerLength <= bytes.count else { return nil }
    segmentLengths = bytes[(offset + 27)..<(offset + headerLength)]
    bodyLength = segmentLengths.reduce(0) { $0 + Int($1) }
    self.serial = serial
    let flags = bytes[offset + 5]
    isFirst = flags & 2 != 0
    isLast = flags & 4 != 0
  }
}

extension OggPage {
  /// The first bytes of every logical stream that begins at the head of a physical stream.
  ///
  /// All first pages stand before any other page, so the streams of a multiplexed file are seen.
  static func streamHeads(file: InputFile, from start: Int) throws(DecodingError) -> [[UInt8]] {
    var heads: [[UInt8]] = []
    var place = start
    while heads.count < maximumStreamCount {
      let bytes = try file.bytes(at: place, count: maximumHeaderLength + 64)
      guard let page = OggPage(bytes, at: 0), page.isFirst else { break }
      heads.append(Array(bytes[page.headerLength...].prefix(page.bodyLength)))
      place += page.length
    }
    return heads
  }

  private static let maximumStreamCount = 64
}

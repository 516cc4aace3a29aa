/// How a family of containers writes the header of a block that tells its size.
struct BlockLayout: Sendable {
  var headerLength: Int
  /// The size field, from the start of the block.
  var sizeField: Range<Int>
  var isBigEndian = false
  /// Whether the size counts the header; else it counts what follows.
  var countsHeader = false
  var alignment = 1

  static let riff = BlockLayout(headerLength: 8, sizeField: 4..<8, alignment: 2)
  static let aiff = BlockLayout(
    headerLength: 8, sizeField: 4..<8, isBigEndian: true, alignment: 2)
  static let wave64 = BlockLayout(
    headerLength: 24, sizeField: 16..<24, countsHeader: true, alignment: 8)
  static let caf = BlockLayout(headerLength: 12, sizeField: 4..<12, isBigEndian: true)
  static let flac = BlockLayout(headerLength: 4, sizeField: 1..<4, isBigEndian: true)
  static let mp4 = BlockLayout(
    headerLength: 8, sizeField: 0..<4, isBigEndian: true, countsHeader: true)
  static let asf = BlockLayout(headerLength: 24, sizeField: 16..<24, countsHeader: true)
  static let wavPack = BlockLayout(headerLength: 8, sizeField: 4..<8)
  static let id3 = BlockLayout(headerLength: 10, sizeField: 4..<8, isBigEndian: true)

  /// The blocks that follow each other from `start` on, the last cut where the bytes end.
  ///
  /// - Parameters:
  ///   - limit: Blocks beginning at or behind it are left out.
  ///   - end: Where the bytes end.
  func blocks(
    _ bytes: [UInt8], from start: Int, to limit: Int = .max, until end: Int? = nil
  ) -> [FileBlock] {
    var found: [FileBlock] = []
    var place = start
    let end = end ?? bytes.count
    while place < limit, place + headerLength <= end, found.count < 10_000 {
      let field = (place + sizeField.lowerBound)..<(place + sizeField.upperBound)
      let size = Self.number(bytes[field], isBigEndian: isBigEndian)
      let length = countsHeader ? size : size + headerLength
      let whole = max(headerLength, min(length, end - place))
      found.append(FileBlock(place..<place + whole, sizeField: field))
      place += (whole + alignment - 1) / alignment * alignment
    }
    return found
  }

  /// The number in up to eight bytes, at most 2⁴⁸: more than any file here holds.
  private static func number(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> Int {
    let value = (isBigEndian ? Array(bytes) : bytes.reversed())
      .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(min(value, 1 << 48))
  }
}

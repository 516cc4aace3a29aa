/// A table of a box: rows of one length behind a header that counts them, read in pieces.
///
/// A hostile table can be as long as the file; it takes no more memory than one piece.
struct MP4Rows {
  let count: Int
  private let file: InputFile
  private let start: Int
  private let length: Int
  private var window: [UInt8] = []
  private var windowStart = 0

  private static let windowLength = 65_536

  /// - Parameters:
  ///   - countOffset: Where in the body the number of rows stands; the rows follow it.
  ///   - rowLength: In bytes.
  init(
    file: InputFile, box: MP4Box, countOffset: Int = 4, rowLength: Int
  ) throws(DecodingError) {
    self.file = file
    let head = try box.bytes(in: file, count: countOffset + 4)
    start = box.body.lowerBound + countOffset + 4
    length = rowLength
    let claimed = head.bigEndian32(at: countOffset) ?? 0
    count = min(claimed, max(box.body.upperBound - start, 0) / rowLength)
  }

  /// A big-endian number in a row; nil behind the last row.
  mutating func value(
    _ row: Int, at offset: Int = 0, width: Int = 4
  ) throws(DecodingError) -> Int? {
    guard row >= 0, row < count else { return nil }
    let place = start + row * length + offset
    if place < windowStart || place + width > windowStart + window.count {
      windowStart = place
      window = try file.bytes(at: place, count: Self.windowLength)
    }
    return window.bigEndian(at: place - windowStart, width: width)
  }
}

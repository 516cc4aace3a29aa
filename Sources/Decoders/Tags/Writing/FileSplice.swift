/// A part of a file that other bytes take the place of.
struct FileSplice: Hashable {
  let range: Range<Int>
  let bytes: [UInt8]

  init(range: Range<Int>, bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }

  init(at offset: Int, replacing count: Int, by bytes: [UInt8]) {
    self.init(range: offset..<offset + count, bytes: bytes)
  }
}

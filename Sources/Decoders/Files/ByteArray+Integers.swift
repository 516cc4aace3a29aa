/// Fixed-width integers inside bytes, nil where the bytes end.
extension Array where Element == UInt8 {
  func bigEndian16(at offset: Int) -> Int? {
    bigEndian(at: offset, width: 2)
  }

  func bigEndian32(at offset: Int) -> Int? {
    bigEndian(at: offset, width: 4)
  }

  func littleEndian16(at offset: Int) -> Int? {
    littleEndian(at: offset, width: 2)
  }

  func littleEndian32(at offset: Int) -> Int? {
    littleEndian(at: offset, width: 4)
  }

  /// An unsigned integer of up to 8 bytes; nil too when it does not fit an `Int`.
  func bigEndian(at offset: Int, width: Int) -> Int? {
    guard offset >= 0, width <= 8, offset <= count - width else { return nil }
    let value = self[offset..<offset + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }

  /// An unsigned integer of up to 8 bytes; nil too when it does not fit an `Int`.
  func littleEndian(at offset: Int, width: Int) -> Int? {
    guard offset >= 0, width <= 8, offset <= count - width else { return nil }
    let value = self[offset..<offset + width].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }

  /// Whether `text` in ASCII stands at `offset`.
  func hasText(_ text: StaticString, at offset: Int = 0) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset >= 0, offset <= count - length else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(self[offset..<offset + length]) }
  }
}

/// Writes integers in as few bytes as they need: seven bits a byte, the lowest first, the top bit
/// set on all but the last (LEB128). Signed ones are first folded so that small magnitudes are
/// small: 0, −1, 1, −2 … become 0, 1, 2, 3 ….
struct VariableLengthWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func append(signed value: Int64) {
    append(Self.folded(value))
  }

  static func folded(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: (value << 1) ^ (value >> 63))
  }

  mutating func append(count: Int) {
    append(UInt64(count))
  }
}

/// Reads what ``VariableLengthWriter`` wrote. Whatever the bytes, it neither traps nor reads on.
struct VariableLengthReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func next() throws(CatalogError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = rest.popFirst() {
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
      guard shift < 64 else { break }
    }
    throw CatalogError.corrupt(detail: "a stored curve ends too early or holds nonsense")
  }

  mutating func nextSigned() throws(CatalogError) -> Int64 {
    Self.unfolded(try next())
  }

  static func unfolded(_ folded: UInt64) -> Int64 {
    Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
  }

  /// A number of entries: never more than the bytes that are left can hold.
  ///
  /// - Parameter entries: How many of them a byte holds at most.
  mutating func nextCount(perByte entries: Int = 1) throws(CatalogError) -> Int {
    let count = try next()
    guard count <= UInt64(rest.count * entries) else {
      throw CatalogError.corrupt(detail: "a stored curve claims \(count) entries")
    }
    return Int(count)
  }
}

/// The bytes of a value as one line of JSON with sorted keys, while they are written.
///
/// The text is what Foundation's encoder gives, which first builds a tree of all values; a result has
/// tens of thousands of them.
final class JSONDocument {
  private(set) var bytes: [UInt8] = []
  let userInfo: [CodingUserInfoKey: Any]

  init(userInfo: [CodingUserInfoKey: Any]) {
    self.userInfo = userInfo
  }

  /// - Throws: `EncodingError` for a number that is not finite.
  static func text(
    of value: some Encodable, userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> String {
    let document = JSONDocument(userInfo: userInfo)
    try document.append(value, in: nil, key: nil)
    return String(decoding: document.bytes, as: UTF8.self)
  }

  /// - Parameters:
  ///   - parent: What the value is part of, if anything.
  ///   - key: Its name there, if it has one.
  func append<Value: Encodable>(
    _ value: Value, in parent: JSONElement?, key: (any CodingKey)?
  ) throws {
    // Known types first: to ask a value of any type how it wants to be written is slow.
    if Value.self == Float.self, let number = value as? Float {
      try append(number: number, at: (parent?.codingPath ?? []) + (key.map { [$0] } ?? []))
    } else if Value.self == Double.self, let number = value as? Double {
      try append(number: number, at: (parent?.codingPath ?? []) + (key.map { [$0] } ?? []))
    } else {
      let element = JSONElement(self, parent: parent, key: key)
      try value.encode(to: element)
      element.close()
    }
  }

  func append(_ byte: UInt8) { bytes.append(byte) }

  func append(literal text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Puts something else in the place of all bytes from one on.
  func replace(from start: Int, with replacement: [UInt8]) {
    bytes.replaceSubrange(start..., with: replacement)
  }

  func append(integer: some BinaryInteger) {
    bytes.append(contentsOf: String(integer).utf8)
  }

  func append(
    number: some BinaryFloatingPoint & CustomStringConvertible,
    at path: @autoclosure () -> [any CodingKey]
  ) throws {
    guard number.isFinite else {
      throw EncodingError.invalidValue(
        number, .init(codingPath: path(), debugDescription: "\(number) cannot be written in JSON"))
    }
    let text = number.description
    // A whole number ends in .0, which says nothing.
    bytes.append(contentsOf: text.hasSuffix(".0") ? text.dropLast(2).utf8 : text[...].utf8)
  }

  func append(string: String) {
    append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append(literal: "\\\"")
      case UInt8(ascii: "\\"): append(literal: "\\\\")
      case 0x08: append(literal: "\\b")
      case 0x09: append(literal: "\\t")
      case 0x0A: append(literal: "\\n")
      case 0x0C: append(literal: "\\f")
      case 0x0D: append(literal: "\\r")
      case 0..<0x20:
        append(literal: byte < 0x10 ? "\\u000" : "\\u001")
        bytes.append(contentsOf: String(byte & 15, radix: 16).utf8)
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }
}

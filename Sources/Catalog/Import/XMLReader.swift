/// Reads an XML document from its beginning to its end, as events.
///
/// Enough for what DJ programs write: elements, attributes, the five named entities and numbered
/// characters. A document type is passed over with all that it defines, so that no entity can
/// refer to a file or grow without end. Text between elements is not reported.
struct XMLReader {
  enum Event: Hashable {
    case begin(name: String, attributes: [String: String])
    case end(name: String)
  }

  struct Failure: Error, Hashable {
    /// From 1.
    var line: Int
    var problem: String
  }

  private let bytes: [UInt8]
  private var place = 0
  private var open: [String] = []
  /// The end of an element that had no content, still to be told.
  private var waitingEnd: String?
  private var hasRoot = false

  private static let maximumDepth = 256

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// The next event; nil at the end of a document that is whole.
  mutating func next() throws(Failure) -> Event? {
    if let name = waitingEnd {
      waitingEnd = nil
      return .end(name: name)
    }
    while true {
      guard let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) else {
        guard open.isEmpty else { throw failure("'\(open[open.count - 1])' is not closed") }
        guard hasRoot else { throw failure("it is no XML") }
        return nil
      }
      place = start
      if has("<!--") {
        try skip(past: "-->")
      } else if has("<![CDATA[") {
        try skip(past: "]]>")
      } else if has("<?") {
        try skip(past: "?>")
      } else if has("<!") {
        try skipDeclaration()
      } else if has("</") {
        return try end()
      } else {
        return try begin()
      }
    }
  }

  // MARK: - Tags

  private mutating func begin() throws(Failure) -> Event {
    place += 1
    let name = try self.name()
    guard !hasRoot || !open.isEmpty else { throw failure("there is something behind the end") }
    var attributes: [String: String] = [:]
    while true {
      skipSpace()
      if has("/>") {
        place += 2
        hasRoot = true
        waitingEnd = name
        return .begin(name: name, attributes: attributes)
      }
      if has(">") {
        place += 1
        guard open.count < Self.maximumDepth else { throw failure("it is nested too deeply") }
        hasRoot = true
        open.append(name)
        return .begin(name: name, attributes: attributes)
      }
      let attribute = try self.name()
      skipSpace()
      guard has("=") else { throw failure("'\(attribute)' has no value") }
      place += 1
      skipSpace()
      attributes[attribute] = try value()
    }
  }

  private mutating func end() throws(Failure) -> Event {
    place += 2
    let name = try self.name()
    skipSpace()
    guard has(">") else { throw failure("a tag has no end") }
    place += 1
    guard open.popLast() == name else { throw failure("'\(name)' ends where it was not begun") }
    return .end(name: name)
  }

  private mutating func name() throws(Failure) -> String {
    let start = place
    while place < bytes.count, Self.isNameByte(bytes[place]) { place += 1 }
    guard place > start else { throw failure("a name was expected") }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func value() throws(Failure) -> String {
    guard place < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[place])
    else { throw failure("a value stands without quotes") }
    let quote = bytes[place]
    place += 1
    guard let end = bytes[place...].firstIndex(of: quote) else {
      throw failure("a value has no end")
    }
    guard let text = Self.text(bytes[place..<end]) else { throw failure("an entity is not known") }
    place = end + 1
    return text
  }

  /// The text behind references; nil when one is not known.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var decoded: [UInt8] = []
    var place = bytes.startIndex
    while place < bytes.endIndex {
      guard bytes[place] == UInt8(ascii: "&") else {
        decoded.append(bytes[place])
        place += 1
        continue
      }
      guard let end = bytes[place...].firstIndex(of: UInt8(ascii: ";")), end - place <= 12,
        let scalar = scalar(String(decoding: bytes[(place + 1)..<end], as: UTF8.self))
      else { return nil }
      decoded += Array(String(Character(scalar)).utf8)
      place = end + 1
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func scalar(_ reference: String) -> Unicode.Scalar? {
    switch reference {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard reference.first == "#" else { return nil }
    let digits = reference.dropFirst()
    let value =
      digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    return value.flatMap { Unicode.Scalar($0) }
  }

  // MARK: - What is passed over

  private mutating func skip(past mark: StaticString) throws(Failure) {
    while place < bytes.count {
      if has(mark) {
        place += mark.utf8CodeUnitCount
        return
      }
      place += 1
    }
    throw failure("a part has no end")
  }

  /// `<!DOCTYPE …>` with the declarations in brackets in it.
  private mutating func skipDeclaration() throws(Failure) {
    var depth = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "["), UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">"):
        depth -= 1
        if depth <= 0 {
          place += 1
          return
        }
      default: break
      }
      place += 1
    }
    throw failure("a part has no end")
  }

  private mutating func skipSpace() {
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
  }

  private func has(_ mark: StaticString) -> Bool {
    let count = mark.utf8CodeUnitCount
    guard place + count <= bytes.count else { return false }
    return (0..<count).allSatisfy { bytes[place + $0] == mark.utf8Start[$0] }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF, 0x5F, 0x2D, 0x2E, 0x3A: true
    default: false
    }
  }

  private func failure(_ problem: String) -> Failure {
    let line = bytes[..<min(place, bytes.count)].count { $0 == 0x0A } + 1
    return Failure(line: line, problem: problem)
  }
}

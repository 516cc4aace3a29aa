/// One value of a line of JSON: what a value writes itself to.
final class JSONElement: Encoder {
  private enum Shape { case object, array }

  /// A member of an object, or an item of an array.
  private struct Part {
    var key = ""
    /// Where its bytes lie.
    var range: Range<Int>
    /// What is still being written to it, in a document of its own.
    var nested: JSONElement?
  }

  let document: JSONDocument
  /// Lives as long as this one is written to.
  private unowned let parent: JSONElement?
  private let key: (any CodingKey)?
  private let start: Int
  private var shape: Shape?
  private var hasValue = false
  private var parts: [Part] = []
  /// Whether all parts lie in the document as they are to stand there.
  private var isInPlace = true

  init(_ document: JSONDocument, parent: JSONElement? = nil, key: (any CodingKey)? = nil) {
    self.document = document
    self.parent = parent
    self.key = key
    start = document.bytes.count
  }

  var codingPath: [any CodingKey] {
    guard let parent else { return [] }
    return parent.codingPath + (key.map { [$0] } ?? [])
  }

  var userInfo: [CodingUserInfoKey: Any] { document.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    begin(.object)
    return KeyedEncodingContainer(JSONObject(element: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    begin(.array)
    return JSONArray(element: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    hasValue = true
    return JSONSingle(element: self)
  }

  private func begin(_ shape: Shape) {
    guard self.shape == nil else { return }
    self.shape = shape
    document.append(UInt8(ascii: shape == .object ? "{" : "["))
  }

  var partCount: Int { parts.count }

  /// Writes a part.
  ///
  /// - Parameter key: Its name in an object; nil in an array.
  func addPart(_ key: (any CodingKey)?, _ body: () throws -> Void) rethrows {
    if !parts.isEmpty { document.append(UInt8(ascii: ",")) }
    let first = document.bytes.count
    let name = key?.stringValue ?? ""
    if key != nil {
      if let last = parts.last, last.key > name { isInPlace = false }
      document.append(string: name)
      document.append(UInt8(ascii: ":"))
    }
    try body()
    parts.append(Part(key: name, range: first..<document.bytes.count))
  }

  /// Adds a part that is written to from outside, until this element is closed.
  func addNested(_ key: (any CodingKey)?) -> JSONElement {
    let nested = JSONElement(
      JSONDocument(userInfo: userInfo), parent: self, key: key)
    addPart(key) {}
    parts[parts.count - 1].nested = nested
    isInPlace = false
    return nested
  }

  /// Ends the value, when all of it has been written.
  func close() {
    if !isInPlace { putInPlace() }
    switch shape {
    case .object: document.append(UInt8(ascii: "}"))
    case .array: document.append(UInt8(ascii: "]"))
    case nil: if !hasValue { document.append(literal: "{}") }
    }
  }

  private func putInPlace() {
    var bytes: [UInt8] = [document.bytes[start]]
    if shape == .object { parts.sort { $0.key < $1.key } }
    for part in parts {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: document.bytes[part.range])
      part.nested?.close()
      bytes.append(contentsOf: part.nested?.document.bytes ?? [])
    }
    document.replace(from: start, with: bytes)
  }
}

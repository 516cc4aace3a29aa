/// The members of an object.
struct JSONObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let element: JSONElement

  var codingPath: [any CodingKey] { element.codingPath }

  mutating func encodeNil(forKey key: Key) throws {
    element.addPart(key) { element.document.append(literal: "null") }
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try element.addPart(key) { try element.document.append(value, in: element, key: key) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    element.addNested(key).container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    element.addNested(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { element.addNested(JSONKey(nil)) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { element.addNested(key) }
}

/// The items of an array.
struct JSONArray: UnkeyedEncodingContainer {
  let element: JSONElement

  var codingPath: [any CodingKey] { element.codingPath }
  var count: Int { element.partCount }

  mutating func encodeNil() throws {
    element.addPart(nil) { element.document.append(literal: "null") }
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try element.addPart(nil) {
      try element.document.append(value, in: element, key: JSONKey(count))
    }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    element.addNested(nil).container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    element.addNested(nil).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { element.addNested(nil) }
}

/// A value that is neither.
struct JSONSingle: SingleValueEncodingContainer {
  let element: JSONElement

  var codingPath: [any CodingKey] { element.codingPath }

  mutating func encodeNil() throws { element.document.append(literal: "null") }
  mutating func encode(_ value: Bool) throws {
    element.document.append(literal: value ? "true" : "false")
  }
  mutating func encode(_ value: String) throws { element.document.append(string: value) }
  mutating func encode(_ value: Double) throws {
    try element.document.append(number: value, at: codingPath)
  }
  mutating func encode(_ value: Float) throws {
    try element.document.append(number: value, at: codingPath)
  }
  mutating func encode(_ value: Int) throws { element.document.append(integer: value) }
  mutating func encode(_ value: Int8) throws { element.document.append(integer: value) }
  mutating func encode(_ value: Int16) throws { element.document.append(integer: value) }
  mutating func encode(_ value: Int32) throws { element.document.append(integer: value) }
  mutating func encode(_ value: Int64) throws { element.document.append(integer: value) }
  mutating func encode(_ value: UInt) throws { element.document.append(integer: value) }
  mutating func encode(_ value: UInt8) throws { element.document.append(integer: value) }
  mutating func encode(_ value: UInt16) throws { element.document.append(integer: value) }
  mutating func encode(_ value: UInt32) throws { element.document.append(integer: value) }
  mutating func encode(_ value: UInt64) throws { element.document.append(integer: value) }
  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try element.document.append(value, in: element, key: nil)
  }
}

/// A place in an array; or, without an index, where a class writes what it inherits.
struct JSONKey: CodingKey {
  let intValue: Int?

  var stringValue: String { intValue.map { "Index \($0)" } ?? "super" }

  init(_ index: Int?) { intValue = index }
  init?(stringValue: String) { return nil }
  init?(intValue: Int) { self.init(intValue) }
}

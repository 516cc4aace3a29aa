/// A file's name as the system knows it: bytes, not text.
///
/// Two names that read the same can be two files (NFC and NFD spellings), and a name need not be
/// valid UTF-8. `String` compares by canonical equivalence and so would merge such twins; this type
/// compares bytes.
public struct FilePath: Hashable, Sendable, Comparable {
  /// The bytes of the path, without a terminating zero.
  public let bytes: [UInt8]

  /// - Parameter bytes: The path as the system gave it. A zero byte ends it, as it would in C.
  public init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes.prefix(while: { $0 != 0 }))
  }

  /// As above, without a copy of an array.
  public init(bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0) else {
      self.bytes = bytes
      return
    }
    self.bytes = Array(bytes[..<end])
  }

  /// - Parameter text: The path in UTF-8, as typed on a command line.
  public init(_ text: String) {
    self.init(bytes: text.utf8)
  }

  /// The last component, empty for a path that ends with a separator.
  public var lastComponent: FilePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return self }
    return FilePath(bytes: bytes[(slash + 1)...])
  }

  /// The path up to its last separator; `/` for a file in the root, `.` for a bare name.
  public var parent: FilePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
    return slash == 0 ? FilePath("/") : FilePath(bytes: bytes[..<slash])
  }

  /// This path with a component added behind a separator.
  public func appending(_ component: some Sequence<UInt8>) -> FilePath {
    appending(Array(component))
  }

  /// As above.
  public func appending(_ component: [UInt8]) -> FilePath {
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count + 1 + component.count)
    joined += bytes
    if joined.last != UInt8(ascii: "/") { joined.append(UInt8(ascii: "/")) }
    joined += component
    return FilePath(bytes: joined)
  }

  /// The bytes behind the last dot of the last component, ASCII letters made small; empty without.
  public var fileExtension: String {
    let name = lastComponent.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// The path when it is valid UTF-8, else nil.
  public var utf8Text: String? {
    String(validating: bytes, as: UTF8.self)
  }

  /// All bytes, two hexadecimal digits each: the path whole, where only text can stand.
  public var hexText: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The path for people: bytes that are not UTF-8, and control characters, as `\xNN`.
  public var displayText: String {
    if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    var text = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = Self.scalarLength(rest)
      if length > 0, let scalar = String(validating: rest.prefix(length), as: UTF8.self) {
        text += scalar
        rest = rest.dropFirst(length)
      } else {
        text += Self.escaped(first)
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// Calls `body` with the path as a zero-terminated C string.
  public func withCString<R, E: Error>(
    _ body: (UnsafePointer<CChar>) throws(E) -> R
  ) throws(E) -> R {
    let terminated = bytes + [0]
    var result: Result<R, E>?
    terminated.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        do throws(E) {
          result = .success(try body(characters.baseAddress!))
        } catch {
          result = .failure(error)
        }
      }
    }
    return try result!.get()
  }

  public static func < (left: FilePath, right: FilePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// How many bytes the UTF-8 sequence at the head should have; 0 for a control or a stray byte.
  private static func scalarLength(_ bytes: ArraySlice<UInt8>) -> Int {
    switch bytes.first! {
    case 0x20..<0x7F: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 0
    }
  }

  private static func escaped(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return "\\x" + (digits.count == 1 ? "0" : "") + digits
  }
}

extension FilePath: CustomStringConvertible {
  public var description: String { displayText }
}

import Glibc

/// A code page of the days before Unicode, in which some tags hold text without saying so.
///
/// ID3v1, Latin-1 frames of ID3v2, RIFF INFO and AIFF's text chunks are eight-bit text; what the
/// bytes above ASCII mean was up to the computer that wrote them.
public struct LegacyEncoding: Hashable, Sendable {
  /// The name in small letters, as it was given: "cp1251", "shift_jis".
  public let name: String

  /// The code page that Windows used in Western countries, which holds ISO 8859-1 (Latin-1): what
  /// eight-bit text is taken for unless something else is known.
  public static let windows1252 = LegacyEncoding(unchecked: "windows-1252")

  /// Names for people to choose from: one for each script that was common.
  public static let examples = [
    "cp1251", "koi8-r", "cp1250", "cp1253", "cp1254", "cp1255", "cp1256", "shift_jis", "euc-jp",
    "gbk", "big5", "euc-kr", "latin1",
  ]

  /// - Parameter name: Any name that the system's `iconv` knows, in capitals or not.
  /// - Returns: Nil for an unknown name, and for encodings that do not hold ASCII as it is (UTF-16,
  ///   EBCDIC): tags in those would not be eight-bit text.
  public init?(_ name: String) {
    let name = name.lowercased()
    let isPlain = name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
        || [0x2D, 0x5F, 0x2E].contains(byte)
    }
    guard !name.isEmpty, name.utf8.count <= 40, isPlain else { return nil }
    self.name = name
    let ascii = Array("Az09 -".utf8)
    guard name == Self.windows1252.name || convert(ascii) == ascii else { return nil }
  }

  private init(unchecked name: String) {
    self.name = name
  }

  /// The text that `bytes` stand for; U+FFFD for those that stand for nothing.
  public func text(_ bytes: [UInt8]) -> String {
    if self != Self.windows1252, let utf8 = convert(bytes) {
      return String(decoding: utf8, as: UTF8.self)
    }
    return String(String.UnicodeScalarView(bytes.map(Self.windows1252Scalar)))
  }

  /// `bytes` in UTF-8; nil when the system does not know the encoding.
  private func convert(_ bytes: [UInt8]) -> [UInt8]? {
    let converter = iconv_open("UTF-8", name)
    // iconv_open tells failure by a pointer of all ones.
    guard let converter, Int(bitPattern: converter) != -1 else { return nil }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: 64 + bytes.count * Self.maximumExpansion)
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        Self.convert(input, into: output, by: converter)
      }
    }
    return output[..<count].map { UInt8(bitPattern: $0) }
  }

  /// One byte may become four, and one that means nothing becomes U+FFFD.
  private static let maximumExpansion = 6

  /// - Returns: How many bytes were written.
  private static func convert(
    _ input: UnsafeMutableBufferPointer<CChar>, into output: UnsafeMutableBufferPointer<CChar>,
    by converter: iconv_t
  ) -> Int {
    var source = input.baseAddress
    var left = input.count
    var target = output.baseAddress
    var room = output.count
    while left > 0 {
      _ = iconv(converter, &source, &left, &target, &room)
      // There is room enough: it stopped at a byte, or a cut-off character, without meaning.
      guard left > 0, room >= 3, let place = target else { break }
      for (index, byte) in [0xEF, 0xBF, 0xBD].enumerated() {
        place[index] = CChar(bitPattern: UInt8(byte))
      }
      target = place + 3
      room -= 3
      source = source.map { $0 + 1 }
      left -= 1
    }
    return output.count - room
  }

  /// Five places of the page are empty; as browsers do, the C1 control there is taken.
  private static func windows1252Scalar(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
    return upperControls[Int(byte - 0x80)]
  }

  private static let upperControls: [Unicode.Scalar] = [
    "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}",
    "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
  ]
}

extension LegacyEncoding: CustomStringConvertible {
  public var description: String { name }
}

/// Coded as its name.
extension LegacyEncoding: Codable {
  public init(from decoder: any Swift.Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard let encoding = LegacyEncoding(name) else {
      throw Swift.DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(name)' is not a known encoding")
    }
    self = encoding
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

/// A value of a tag in eight-bit text that is neither ASCII nor UTF-8, as it stands in the file:
/// what it means depends on a ``LegacyEncoding``, so the bytes are kept.
public struct EightBitText: Hashable, Sendable, Codable {
  /// The kind of tag: "ID3v2", "ID3v1", "RIFF INFO", "AIFF".
  public var source: String
  /// The property's name in capitals: "TITLE".
  public var property: String
  public var bytes: [UInt8]

  public init(source: String, property: String, bytes: [UInt8]) {
    self.source = source
    self.property = property
    self.bytes = bytes
  }
}

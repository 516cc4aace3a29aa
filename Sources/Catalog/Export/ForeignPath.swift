import Decoders

/// The path of a file as a program on another system knows it.
///
/// What stands before the mapping's end is exchanged; separators are slashes here whatever they are
/// there.
public struct PathMapping: Hashable, Sendable {
  public var from, to: [UInt8]

  /// - Parameter text: `FROM=TO`: folders, absolute in their own system's way.
  /// - Returns: Nil without an equals sign, or without a FROM.
  public init?(_ text: FilePath) {
    guard let equals = text.bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { return nil }
    self.init(
      from: Array(text.bytes[..<equals]), to: Array(text.bytes[(equals + 1)...]))
  }

  /// - Parameters:
  ///   - from: What a path begins with; a separator at its end does not count.
  ///   - to: What stands there instead.
  public init(from: [UInt8], to: [UInt8]) {
    self.from = Self.withoutEnd(Self.slashed(from))
    self.to = Self.withoutEnd(Self.slashed(to))
  }

  /// The path with its beginning exchanged; nil when it does not begin so.
  ///
  /// - Parameter ignoresCase: Whether ASCII letters of either case are alike, as on Windows.
  public func applied(to path: [UInt8], ignoresCase: Bool = false) -> [UInt8]? {
    let path = Self.slashed(path)
    guard path.count > from.count, path[from.count] == UInt8(ascii: "/") else { return nil }
    let head = path[..<from.count]
    let isSame =
      ignoresCase ? Self.folded(head) == Self.folded(from[...]) : head.elementsEqual(from)
    return isSame ? to + path[from.count...] : nil
  }

  /// The same mapping the other way round.
  public var reversed: PathMapping { PathMapping(from: to, to: from) }

  /// Backslashes as slashes when it is a path of Windows: one that begins with a drive, or a share.
  static func slashed(_ path: [UInt8]) -> [UInt8] {
    let isOfWindows =
      path.starts(with: Array("\\\\".utf8)) || (path.count > 1 && path[1] == UInt8(ascii: ":"))
    guard isOfWindows else { return path }
    return path.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
  }

  private static func withoutEnd(_ path: [UInt8]) -> [UInt8] {
    path.last == UInt8(ascii: "/") ? Array(path.dropLast()) : path
  }

  private static func folded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
  }
}

/// Bytes in the percent encoding of URLs (RFC 3986).
enum PercentEncoding {
  /// All bytes but unreserved characters, the separators of paths, and the colon of a drive.
  static func encoded(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let plain = Set(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/:".utf8)
    let encoded = bytes.flatMap { byte -> [UInt8] in
      plain.contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The bytes behind an encoded text; a percent sign without two digits stands for itself.
  static func decoded(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
        let high = digit(bytes[place + 1]), let low = digit(bytes[place + 2])
      {
        decoded.append(high << 4 | low)
        place += 3
      } else {
        decoded.append(bytes[place])
        place += 1
      }
    }
    return decoded
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

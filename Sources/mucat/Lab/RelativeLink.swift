import Decoders

/// How a page refers to a file on the same disk.
enum RelativeLink {
  /// The way from a page to a file, bytes that a URL may not hold as `%NN`.
  ///
  /// - Parameters:
  ///   - file: Absolute.
  ///   - folder: The page's folder, absolute.
  static func from(folder: FilePath, to file: FilePath) -> String {
    let slash = UInt8(ascii: "/")
    let there = file.bytes.split(separator: slash)
    let here = folder.bytes.split(separator: slash)
    let shared = zip(here, there.dropLast()).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: here.count - shared)
    let down = there.dropFirst(shared).map { encoded(Array($0)) }
    let link = (up + down).joined(separator: "/")
    // A name with a colon would be taken for a scheme.
    return up.isEmpty ? "./" + link : link
  }

  private static func encoded(_ name: [UInt8]) -> String {
    name.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default:
        "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}

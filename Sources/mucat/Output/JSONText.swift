import Analysis
import Decoders
import FoundationEssentials

/// JSON for programs: sorted keys, no number that is not finite, times as asked.
enum JSONText {
  /// Raised when a key changes its meaning or goes; new keys may come at any time.
  static let schemaVersion = 1

  /// One line without a newline, or several indented ones.
  ///
  /// - Throws: When a value cannot be written in JSON, rather than write something else.
  static func encode(
    _ value: some Encodable, isPretty: Bool = false, time: TimeEncoding = .seconds
  ) throws -> String {
    let userInfo: [CodingUserInfoKey: Any] = [TimeEncoding.userInfoKey: time]
    guard isPretty else { return try JSONDocument.text(of: value, userInfo: userInfo) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    encoder.nonConformingFloatEncodingStrategy = .throw
    encoder.userInfo[TimeEncoding.userInfoKey] = time
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// A number as it should stand in JSON: nil unless finite, and without digits that mean nothing.
  ///
  /// - Parameter places: Decimals to keep; beyond them lies only the noise of conversions.
  static func number(_ value: Double?, places: Int = 3) -> Double? {
    guard let value, value.isFinite else { return nil }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard abs(scaled) < 9e15 else { return value }
    // Adding 0 turns −0 into 0.
    return scaled / scale + 0
  }
}

/// A file name in JSON. A name that is not UTF-8 has `pathBytes` (hexadecimal) beside it.
struct PathRecord {
  let path: String
  let pathBytes: String?

  init(_ path: FilePath) {
    self.path = String(decoding: path.bytes, as: UTF8.self)
    pathBytes = path.utf8Text == nil ? path.hexText : nil
  }
}

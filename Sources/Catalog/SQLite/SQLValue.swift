import Decoders

/// A value on its way into SQLite.
enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension SQLValue {
  static func integer(_ value: Int?) -> SQLValue { value.map { .integer(Int64($0)) } ?? .null }

  /// A number that is not finite is unknown: the catalogue has no infinities.
  static func real(_ value: Double?) -> SQLValue {
    guard let value, value.isFinite else { return .null }
    return .real(value)
  }

  static func real(_ value: Float?) -> SQLValue { real(value.map(Double.init)) }

  static func text(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }

  static func path(_ path: FilePath) -> SQLValue { .blob(path.bytes) }

  /// An inode or device number; SQLite's integers are signed, so the bits are kept.
  static func bits(_ value: UInt64) -> SQLValue { .integer(Int64(bitPattern: value)) }

  static func key(_ key: MusicalKey?) -> SQLValue { integer(key?.wheelIndex) }
}

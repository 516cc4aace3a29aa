internal import CMigrations

/// One step of the schema: an SQL file of migrations/, embedded in the binary.
///
/// Steps go forward only, and a file is never edited once released: what it says is pinned by a
/// hash, here and in every catalogue.
struct Migration: Sendable {
  /// The file's name without its ending: "0001_catalogue".
  let name: String
  let sql: String

  /// All steps, oldest first. The schema version of a catalogue is how many of them it has had.
  static let all: [Migration] = (0..<Int(mucat_migration_count)).map { index in
    let step = mucat_migration_at(Int32(index))
    return Migration(name: String(cString: step.name), sql: String(cString: step.sql))
  }

  /// FNV-1a, 64 bits, of the file's bytes, as 16 hexadecimal digits: tells an edited file, no
  /// more.
  var hash: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in sql.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

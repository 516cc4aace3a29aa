import CSQLite
import Decoders
import TestSupport

@testable import Catalog

/// A new catalogue in a folder of its own, with a clock that stands still.
struct TemporaryCatalog {
  let folder = TemporaryDirectory()
  let catalog: Catalog

  /// 2026-03-01 12:00 UTC.
  static let now: Int64 = 1_772_366_400

  init(clock: @escaping @Sendable () -> Int64 = { TemporaryCatalog.now }) throws {
    catalog = try Catalog(
      path: folder.appending("catalog.db"), access: .readWrite, busyTimeout: .milliseconds(200),
      clock: clock)
  }

  var path: FilePath { folder.appending("catalog.db") }

  func reopened(_ access: Catalog.Access = .readOnly) throws -> Catalog {
    try Catalog(path: path, access: access, busyTimeout: .milliseconds(200))
  }
}

/// SQLite without the catalogue, as another program would use it.
final class ForeignConnection {
  private var handle: OpaquePointer?

  init(_ path: FilePath) {
    path.withCString { _ = sqlite3_open($0, &handle) }
  }

  deinit { sqlite3_close(handle) }

  /// Runs SQL and gives the rows, the columns as text, NULL as "NULL".
  @discardableResult
  func rows(_ sql: String) throws -> [[String]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure }
    defer { sqlite3_finalize(statement) }
    var rows: [[String]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_DONE: return rows
      case SQLITE_ROW:
        rows.append(
          (0..<sqlite3_column_count(statement)).map { column in
            sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
          })
      default: throw failure
      }
    }
  }

  /// Runs statements that give no rows.
  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  private var failure: Failure { Failure(message: String(cString: sqlite3_errmsg(handle))) }

  struct Failure: Error {
    var message: String
  }
}

internal import CSQLite
import Decoders

/// One connection to an SQLite file.
///
/// Owns the handle, and frees it when released. Not `Sendable`: it lives inside one actor, and
/// SQLite's own mutexes are off.
final class Connection {
  enum Mode {
    /// Fails when there is no file.
    case readOnly
    /// Makes the file when there is none.
    case readWrite
  }

  let path: FilePath
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]

  /// - Parameter busyTimeout: How long to wait for another connection's lock before `busy`.
  init(path: FilePath, mode: Mode, busyTimeout: Duration) throws(CatalogError) {
    self.path = path
    let access =
      switch mode {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var opened: OpaquePointer?
    let code = path.withCString { sqlite3_open_v2($0, &opened, flags, nil) }
    guard let opened else { throw CatalogError.full }
    guard code == SQLITE_OK else {
      let error = CatalogError(sqliteCode: code, handle: opened, path: path)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout.milliseconds))
    try check(Self.addTextPatterns(to: handle))
    // A cache of 32 MB holds the upper parts of all indexes of a million recordings.
    try execute(
      """
      PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -32768
      """)
  }

  deinit {
    // Statements that are still alive keep the zombie connection until they are freed.
    sqlite3_close_v2(handle)
  }

  /// The one way from a result code to an error.
  func check(_ code: Int32) throws(CatalogError) {
    guard code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE else {
      throw CatalogError(sqliteCode: code, handle: handle, path: path)
    }
  }

  /// Runs one or more statements that take no values and give no rows.
  func execute(_ sql: String) throws(CatalogError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// A new statement, for SQL that is used once.
  func prepare(_ sql: String) throws(CatalogError) -> Statement {
    try prepare(sql, flags: 0)
  }

  /// The statement for this SQL, prepared when it is first asked for: for SQL that comes again.
  func statement(_ sql: String) throws(CatalogError) -> Statement {
    if let known = statements[sql] { return known }
    let new = try prepare(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
    statements[sql] = new
    return new
  }

  private func prepare(_ sql: String, flags: UInt32) throws(CatalogError) -> Statement {
    var prepared: OpaquePointer?
    try check(sqlite3_prepare_v3(handle, sql, -1, flags, &prepared, nil))
    guard let prepared else {
      throw CatalogError.sqlite(code: SQLITE_MISUSE, message: "no statement in '\(sql)'")
    }
    return Statement(handle: prepared, connection: self)
  }

  /// Calls `body` with SQLite's handle, for interfaces that this type does not wrap.
  func withHandle<R>(_ body: (OpaquePointer) throws(CatalogError) -> R) throws(CatalogError) -> R {
    try body(handle)
  }

  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Rows that the last statement inserted, changed or deleted.
  var changedRowCount: Int { Int(sqlite3_changes64(handle)) }

  /// Runs `body` in a transaction that only reads: all its statements see the same state, and
  /// the file is locked once, not for each. A lock costs more than a search by key.
  func snapshot<R>(_ body: () throws(CatalogError) -> R) throws(CatalogError) -> R {
    try enclosed(by: "BEGIN", body)
  }

  /// Runs `body` in a transaction that is committed when it returns and rolled back when it
  /// throws. The lock for writing is taken at once, so that two writers queue up and neither
  /// finds half-way that the other was faster.
  func transaction<R>(_ body: () throws(CatalogError) -> R) throws(CatalogError) -> R {
    try enclosed(by: "BEGIN IMMEDIATE", body)
  }

  private func enclosed<R>(
    by beginning: String, _ body: () throws(CatalogError) -> R
  ) throws(CatalogError) -> R {
    try execute(beginning)
    do throws(CatalogError) {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // SQLite may have rolled back by itself (disk full); then this fails, and need not work.
      try? execute("ROLLBACK")
      throw error
    }
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

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
    /// For a file that nobody can change while it is open: without locks, and without the files
    /// beside it that a write-ahead log needs even for reading.
    case frozen
    /// Makes the file when there is none.
    case readWrite
  }

  let path: FilePath
  private let handle: OpaquePointer
  private var statements: [String: [Statement]] = [:]

  /// - Parameter busyTimeout: How long to wait for another connection's lock before `busy`.
  init(path: FilePath, mode: Mode, busyTimeout: Duration) throws(CatalogError) {
    self.path = path
    let access =
      switch mode {
      case .readOnly: SQLITE_OPEN_READONLY
      case .frozen: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var opened: OpaquePointer?
    let name = mode == .frozen ? Self.frozenName(of: path) : path
    let code = name.withCString { sqlite3_open_v2($0, &opened, flags, nil) }
    guard let opened else { throw CatalogError.full }
    guard code == SQLITE_OK else {
      let error = CatalogError(sqliteCode: code, handle: opened, path: path)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout.milliseconds))
    try check(Self.addTextPatterns(to: handle))
    try check(Self.addWordSearch(to: handle))
    // A cache of 32 MB holds the upper parts of all indexes of a million recordings.
    try execute(
      """
      PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -32768
      """)
  }

  /// The URI with which SQLite takes a file for unchangeable.
  private static func frozenName(of path: FilePath) -> FilePath {
    let digits = Array("0123456789ABCDEF".utf8)
    let escaped = path.bytes.flatMap { byte -> [UInt8] in
      let isPlain =
        byte == UInt8(ascii: "/") || (byte < 0x80 && Character(Unicode.Scalar(byte)).isLetter)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      return isPlain
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return FilePath(bytes: Array("file:".utf8) + escaped + Array("?immutable=1".utf8))
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

  /// A statement for this SQL without a cursor, prepared when it is first asked for: for SQL that comes
  /// again.
  func statement(_ sql: String) throws(CatalogError) -> Statement {
    if let known = statements[sql]?.first(where: { !$0.hasCursor }) { return known }
    let new = try prepare(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
    statements[sql, default: []].append(new)
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
  ///
  /// Within another snapshot or a transaction it is a part of that.
  func snapshot<R>(_ body: () throws(CatalogError) -> R) throws(CatalogError) -> R {
    guard sqlite3_get_autocommit(handle) != 0 else { return try body() }
    return try enclosed(by: "BEGIN", body)
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

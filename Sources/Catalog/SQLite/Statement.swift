internal import CSQLite
import Decoders

/// A prepared statement. Owns its handle, and frees it when released.
final class Statement {
  private let handle: OpaquePointer
  private unowned let connection: Connection
  /// Whether a run of it goes on row by row.
  private(set) var hasCursor = false

  init(handle: OpaquePointer, connection: Connection) {
    self.handle = handle
    self.connection = connection
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Runs the statement with these values; rows, if any, are dropped.
  func run(_ values: SQLValue...) throws(CatalogError) {
    try run(values)
  }

  func run(_ values: [SQLValue]) throws(CatalogError) {
    try forEachRow(values) { _ in }
  }

  /// The first row, read by `read`; nil when there is none. The statement runs to its end, so
  /// that an INSERT … RETURNING is complete.
  func first<T>(
    _ values: SQLValue..., read: (borrowing Row) throws(CatalogError) -> T
  ) throws(CatalogError) -> T? {
    try first(values, read: read)
  }

  func first<T>(
    _ values: [SQLValue], read: (borrowing Row) throws(CatalogError) -> T
  ) throws(CatalogError) -> T? {
    var result: T?
    try forEachRow(values) { (row: borrowing Row) throws(CatalogError) in
      if result == nil { result = try read(row) }
    }
    return result
  }

  /// All rows, read by `read`.
  func all<T>(
    _ values: SQLValue..., read: (borrowing Row) throws(CatalogError) -> T
  ) throws(CatalogError) -> [T] {
    try all(values, read: read)
  }

  func all<T>(
    _ values: [SQLValue], read: (borrowing Row) throws(CatalogError) -> T
  ) throws(CatalogError) -> [T] {
    var rows: [T] = []
    try forEachRow(values) { (row: borrowing Row) throws(CatalogError) in
      rows.append(try read(row))
    }
    return rows
  }

  func forEachRow(
    _ values: [SQLValue], _ body: (borrowing Row) throws(CatalogError) -> Void
  ) throws(CatalogError) {
    try bind(values)
    defer { reset() }
    while try step() { try body(Row(handle: handle)) }
  }

  /// Begins a run with these values, whose rows are read as they are wanted. Until the cursor is
  /// released the statement cannot be run otherwise.
  func cursor(_ values: [SQLValue]) throws(CatalogError) -> Cursor {
    try bind(values)
    hasCursor = true
    return Cursor(statement: self)
  }

  /// A run of a statement that goes on row by row.
  final class Cursor {
    private let statement: Statement

    fileprivate init(statement: Statement) {
      self.statement = statement
    }

    deinit {
      statement.reset()
      statement.hasCursor = false
    }

    /// The next row, read by `read`; nil behind the last.
    func next<T>(
      _ read: (borrowing Row) throws(CatalogError) -> T
    ) throws(CatalogError) -> T? {
      try statement.step() ? try read(Row(handle: statement.handle)) : nil
    }
  }

  private func step() throws(CatalogError) -> Bool {
    let code = sqlite3_step(handle)
    try connection.check(code)
    return code == SQLITE_ROW
  }

  private func reset() {
    // Its code repeats that of the last step, which has been thrown already.
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  private func bind(_ values: [SQLValue]) throws(CatalogError) {
    precondition(values.count == sqlite3_bind_parameter_count(handle), "values do not fit the SQL")
    for (index, value) in values.enumerated() {
      try connection.check(bind(value, at: Int32(index + 1)))
    }
  }

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let integer): return sqlite3_bind_int64(handle, index, integer)
    case .real(let real): return sqlite3_bind_double(handle, index, real)
    case .text(var text):
      guard !text.isEmpty else { return sqlite3_bind_text(handle, index, "", 0, copied) }
      // The length is given, so that a zero inside does not end the text.
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          sqlite3_bind_text64(
            handle, index, characters.baseAddress, UInt64(characters.count), copied,
            UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      return bytes.withUnsafeBytes { raw in
        // A null pointer would bind NULL, not an empty blob.
        guard let start = raw.baseAddress, !raw.isEmpty else {
          return sqlite3_bind_zeroblob(handle, index, 0)
        }
        return sqlite3_bind_blob64(handle, index, start, UInt64(raw.count), copied)
      }
    }
  }
}

/// SQLITE_TRANSIENT, a cast that Swift does not import: SQLite copies the value at once.
private nonisolated(unsafe) let copied = unsafeBitCast(-1 as Int, to: sqlite3_destructor_type.self)

/// The current row of a statement. Lives only inside the closure that it is given to, as do the
/// pointers that SQLite hands out for it.
struct Row: ~Copyable {
  private let handle: OpaquePointer

  fileprivate init(handle: OpaquePointer) {
    self.handle = handle
  }

  func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }

  /// The integer in a column that holds one; 0 for NULL.
  func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }
  func int(_ column: Int) -> Int { Int(integer(column)) }
  func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

  func optionalInt(_ column: Int) -> Int? { isNull(column) ? nil : int(column) }
  func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }
  func optionalReal(_ column: Int) -> Double? { isNull(column) ? nil : real(column) }

  /// The text in a column, zeros inside and all; empty for NULL.
  func text(_ column: Int) -> String {
    guard let start = sqlite3_column_text(handle, Int32(column)) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

  /// The bytes in a column; empty for NULL.
  func blob(_ column: Int) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, Int32(column)) else { return [] }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  func path(_ column: Int) -> FilePath { FilePath(bytes: blob(column)) }

  func key(_ column: Int) -> MusicalKey? {
    optionalInt(column).flatMap { MusicalKey(wheelIndex: $0) }
  }
}

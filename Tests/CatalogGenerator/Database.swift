import CSQLite
import Decoders

/// SQLite as any other program would use it: for filling a catalogue, and for asking about plans.
public final class Database {
  public enum Value {
    case integer(Int?)
    case real(Double?)
    case text(String)
  }

  public struct Failure: Error {
    public var message: String
  }

  private var handle: OpaquePointer?

  public init(_ path: FilePath) throws {
    guard path.withCString({ sqlite3_open($0, &handle) }) == SQLITE_OK else { throw failure }
    // The first connection to a WAL file and the last that leaves it keep the others out for a
    // moment.
    sqlite3_busy_timeout(handle, 30_000)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements that give no rows.
  public func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// Runs one statement, its parameters NULL, and gives the rows, the columns as text.
  public func rows(_ sql: String) throws -> [[String]] {
    let statement = try prepare(sql)
    var rows: [[String]] = []
    while try statement.step() { rows.append(statement.texts) }
    return rows
  }

  public func prepare(_ sql: String) throws -> PreparedStatement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure }
    return PreparedStatement(handle: statement, database: self)
  }

  fileprivate var failure: Failure { Failure(message: String(cString: sqlite3_errmsg(handle))) }
}

public final class PreparedStatement {
  private let handle: OpaquePointer?
  private let database: Database

  fileprivate init(handle: OpaquePointer?, database: Database) {
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs the statement to its end with these values for its parameters.
  public func run(_ values: [Database.Value]) throws {
    let transient = unsafeBitCast(-1 as Int, to: sqlite3_destructor_type.self)
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      switch value {
      case .integer(let number?): sqlite3_bind_int64(handle, place, Int64(number))
      case .real(let number?): sqlite3_bind_double(handle, place, number)
      case .text(let text): sqlite3_bind_text(handle, place, text, -1, transient)
      case .integer(nil), .real(nil): sqlite3_bind_null(handle, place)
      }
    }
    while try step() {}
    sqlite3_reset(handle)
  }

  fileprivate func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw database.failure
    }
  }

  fileprivate var texts: [String] {
    (0..<sqlite3_column_count(handle)).map { column in
      sqlite3_column_text(handle, column).map { String(cString: $0) } ?? "NULL"
    }
  }
}

internal import CSQLite
import Decoders
import Glibc

extension CatalogError {
  /// Turns what SQLite says into what can be done about it.
  init(sqliteCode code: Int32, handle: OpaquePointer, path: FilePath) {
    let message = String(cString: sqlite3_errmsg(handle))
    let systemError = sqlite3_system_errno(handle)
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy(path)
    case SQLITE_CORRUPT: self = .corrupt(detail: message)
    case SQLITE_NOTADB: self = .notADatabase(path)
    case SQLITE_FULL: self = .full
    case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      self =
        systemError == 0
        ? .sqlite(code: code, message: message) : .io(errno: systemError, path: path)
    default: self = .sqlite(code: code, message: message)
    }
  }

  /// Whether SQLite could not make the files that it needs beside a database, even for reading.
  var isRefusalToWrite: Bool {
    switch self {
    case .sqlite(let code, _): code & 0xFF == SQLITE_READONLY || code & 0xFF == SQLITE_CANTOPEN
    case .io(let code, _): [EACCES, EPERM, EROFS].contains(code)
    default: false
    }
  }
}

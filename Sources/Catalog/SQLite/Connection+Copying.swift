internal import CSQLite
import Decoders

extension Connection {
  /// Copies the whole database into a new file.
  ///
  /// In one step, so that a writer cannot make it begin anew; with a write-ahead log nobody waits
  /// for it.
  func copy(to file: FilePath) throws(CatalogError) {
    let target = try Connection(path: file, mode: .readWrite, busyTimeout: .seconds(10))
    try withHandle { (source) throws(CatalogError) in
      try target.withHandle { (destination) throws(CatalogError) in
        guard let backup = sqlite3_backup_init(destination, "main", source, "main") else {
          return try target.check(sqlite3_errcode(destination))
        }
        let code = sqlite3_backup_step(backup, -1)
        let end = sqlite3_backup_finish(backup)
        try target.check(end == SQLITE_OK ? code : end)
      }
    }
    // A copy has no log of its own beside it: one file is the whole backup.
    try target.execute("PRAGMA journal_mode = DELETE")
  }
}

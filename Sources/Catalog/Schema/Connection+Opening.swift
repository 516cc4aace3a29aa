import Decoders
import Glibc

extension Connection {
  /// Opens a catalogue: looks at the file first, so that what is refused is not touched; makes and
  /// migrates it when that is asked for.
  ///
  /// - Parameter now: Seconds since 1970.
  static func openCatalogue(
    at path: FilePath, access: Catalog.Access, busyTimeout: Duration, now: Int64
  ) throws(CatalogError) -> Connection {
    let migrator = Migrator()
    let exists = try isCatalogue(at: path)
    guard exists || access == .readWrite else { throw CatalogError.noCatalog(path) }
    if exists {
      // A connection that reads only cannot harm what it may have to refuse.
      do throws(CatalogError) {
        let reader = try Connection(path: path, mode: .readOnly, busyTimeout: busyTimeout)
        let isOld = try migrator.needsMigration(reader)
        if access == .readOnly, !isOld { return reader }
      } catch {
        guard access == .readOnly, error.isRefusalToWrite,
          let frozen = try frozenCatalogue(at: path, migrator)
        else { throw error }
        return frozen
      }
    } else {
      try makeFolders(path.parent)
    }
    let writer = try Connection(path: path, mode: .readWrite, busyTimeout: busyTimeout)
    try migrator.migrate(writer, now: now)
    try writer.useWriteAheadLog(busyTimeout: busyTimeout)
    guard access == .readOnly else { return writer }
    return try Connection(path: path, mode: .readOnly, busyTimeout: busyTimeout)
  }

  /// A catalogue in a folder that this process may not write to, on a read-only drive perhaps; nil
  /// when it is none, or when a scan that was cut off left a log that only a writer can take in.
  private static func frozenCatalogue(
    at path: FilePath, _ migrator: Migrator
  ) throws(CatalogError) -> Connection? {
    let log = FilePath(bytes: path.bytes + Array("-wal".utf8))
    var status = stat()
    if log.withCString({ stat($0, &status) }) == 0, status.st_size > 0 { return nil }
    let connection = try Connection(path: path, mode: .frozen, busyTimeout: .zero)
    return try migrator.needsMigration(connection) ? nil : connection
  }

  /// Whether there is a catalogue at the path; false when there is room for one.
  private static func isCatalogue(at path: FilePath) throws(CatalogError) -> Bool {
    // A journal beside it means that a transaction was cut off, perhaps the very first: only
    // SQLite can tell what the file holds.
    let journal = FilePath(bytes: path.bytes + Array("-journal".utf8))
    if journal.withCString({ access($0, F_OK) }) == 0 { return true }
    switch try FileHeader(of: path) {
    case .absent: return false
    case .catalogue: return true
    case .otherSQLite: throw CatalogError.foreignDatabase(path)
    case .notSQLite: throw CatalogError.notADatabase(path)
    }
  }

  private static func makeFolders(_ folder: FilePath) throws(CatalogError) {
    guard folder.withCString({ access($0, F_OK) }) != 0 else { return }
    if folder.parent != folder { try makeFolders(folder.parent) }
    guard folder.withCString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
      throw CatalogError.io(errno: errno, path: folder)
    }
  }

  /// Turns on write-ahead logging, with which readers and the writer do not wait for each other.
  /// The mode stays in the file.
  ///
  /// SQLite does not wait by itself when another connection is in the way of this change.
  private func useWriteAheadLog(busyTimeout: Duration) throws(CatalogError) {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: busyTimeout)
    while true {
      do throws(CatalogError) {
        // Where the file system cannot do it, the file keeps its old mode, and all still works.
        return try prepare("PRAGMA journal_mode = WAL").run()
      } catch .busy where clock.now < deadline {
        usleep(10_000)
      }
    }
  }
}

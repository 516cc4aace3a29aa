import Decoders
import Glibc

extension Catalog {
  /// Copies the catalogue into a file that is a whole catalogue of its own, as it was at one moment;
  /// a scan may go on meanwhile.
  ///
  /// The copy is made beside `file` under another name and then takes its place, so that an earlier
  /// backup is there until the new one is whole.
  ///
  /// - Throws: `notADatabase` or `foreignDatabase` when `file` exists and is no catalogue: it is
  ///   then as it was. `io`, `full` and `busy` as usual.
  public func backUp(to file: FilePath) throws(CatalogError) {
    switch try FileHeader(of: file) {
    case .absent, .catalogue: break
    case .otherSQLite: throw CatalogError.foreignDatabase(file)
    case .notSQLite: throw CatalogError.notADatabase(file)
    }
    let draft = FilePath(bytes: file.bytes + Array(".\(getpid()).part".utf8))
    defer { _ = draft.withCString { unlink($0) } }
    try connection.copy(to: draft)
    let outcome = draft.withCString { old in file.withCString { rename(old, $0) } }
    guard outcome == 0 else { throw CatalogError.io(errno: errno, path: file) }
  }
}

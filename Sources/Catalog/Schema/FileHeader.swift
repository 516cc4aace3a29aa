import Decoders
import Glibc

/// What the first 100 bytes of a file say about it, read without SQLite, which would touch a file
/// that it opens.
///
/// *Source:* SQLite, Database File Format, §1.3.
enum FileHeader: Equatable {
  /// No file, or one of no bytes: room for a new catalogue.
  case absent
  case catalogue
  case otherSQLite
  case notSQLite

  init(of path: FilePath) throws(CatalogError) {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw CatalogError.io(errno: errno, path: path) }
      self = .absent
      return
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else { throw CatalogError.io(errno: errno, path: path) }
    self.init(bytes: bytes.prefix(count))
  }

  init(bytes: some Collection<UInt8>) {
    guard !bytes.isEmpty else {
      self = .absent
      return
    }
    guard bytes.count == 100, bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
      self = .notSQLite
      return
    }
    let mark = bytes.dropFirst(68).prefix(4).reduce(0) { $0 << 8 | Int64($1) }
    self = mark == Migrator.applicationID ? .catalogue : .otherSQLite
  }
}

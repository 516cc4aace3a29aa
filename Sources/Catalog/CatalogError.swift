import Decoders
import Glibc

/// Why the catalogue could not do what was asked. A file that is refused has not been touched.
public enum CatalogError: Error, Hashable, Sendable {
  /// There is no catalogue to read at this path: nothing has been scanned yet.
  case noCatalog(FilePath)
  /// The file is not an SQLite database.
  case notADatabase(FilePath)
  /// The file is an SQLite database that some other program made.
  case foreignDatabase(FilePath)
  /// The catalogue was made by a newer release.
  /// - found: its schema version; known: the newest that this release knows.
  case newer(found: Int, known: Int)
  /// Another program kept the catalogue locked for longer than the time to wait.
  case busy(FilePath)
  /// Another scan is at work, in the process `pid`.
  case lockedByScan(pid: Int32)
  /// The file is damaged, or holds what this program never writes.
  case corrupt(detail: String)
  /// The system refused.
  case io(errno: Int32, path: FilePath)
  /// The disk is full.
  case full
  /// A saved query cannot be used.
  case playlist(name: String, problem: String)
  /// SQLite refused for another reason: its extended result code and its words.
  case sqlite(code: Int32, message: String)
}

extension CatalogError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .noCatalog(let path): "\(path): no catalogue here yet"
    case .notADatabase(let path): "\(path): not a catalogue: the file is not an SQLite database"
    case .foreignDatabase(let path): "\(path): not a catalogue: another program's database"
    case .newer(let found, let known):
      "the catalogue has schema \(found), made by a newer mucat; this one knows up to \(known)"
    case .busy(let path): "\(path): the catalogue is locked by another program"
    case .lockedByScan(let pid): "another scan is at work (process \(pid))"
    case .corrupt(let detail): "the catalogue is damaged: \(detail)"
    case .io(let code, let path): "\(path): \(String(cString: strerror(code)))"
    case .full: "the disk is full"
    case .playlist(let name, let problem): "playlist '\(name)': \(problem)"
    case .sqlite(let code, let message): "SQLite error \(code): \(message)"
    }
  }
}

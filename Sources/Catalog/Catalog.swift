import Decoders
import Glibc

/// The catalogue of a music collection: one SQLite file.
///
/// Writers wait for each other; readers are never kept waiting by a scan. One actor is one
/// connection.
public actor Catalog {
  /// What a catalogue is opened for.
  public enum Access: Hashable, Sendable {
    /// Asking only; the file must exist.
    case readOnly
    /// Asking and storing; the file must exist.
    case existing
    /// Scanning: makes the folder and the file when they are missing, and brings the schema up
    /// to date.
    case readWrite
  }

  public nonisolated let path: FilePath
  let connection: Connection
  let clock: @Sendable () -> Int64
  /// What ``QueryStrategy`` judges queries by; nil before the first that needs it.
  var knownSample: (tracks: [SearchableTrack], trackCount: Int64)?

  /// Opens the catalogue.
  ///
  /// - Parameters:
  ///   - busyTimeout: How long to wait for another program's lock.
  ///   - clock: Tells the time in seconds since 1970.
  /// - Throws: `noCatalog`, `notADatabase`, `foreignDatabase`, `newer`, `busy`, `corrupt`, `io`;
  ///   the file is then as it was.
  public init(
    path: FilePath, access: Access, busyTimeout: Duration = .seconds(10),
    clock: @escaping @Sendable () -> Int64 = { Int64(time(nil)) }
  ) throws(CatalogError) {
    self.path = path
    self.clock = clock
    connection = try Connection.openCatalogue(
      at: path, access: access, busyTimeout: busyTimeout, now: clock())
  }

  /// `$MUCAT_CATALOG`, else `$XDG_DATA_HOME/mucat/catalog.db`, else
  /// `~/.local/share/mucat/catalog.db`. Empty variables count as unset, and so does an
  /// `XDG_DATA_HOME` that is not absolute, as the XDG rules say.
  public static func defaultPath(environment: [String: String]) -> FilePath {
    if let path = environment["MUCAT_CATALOG"], !path.isEmpty { return FilePath(path) }
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return FilePath(data + "/mucat/catalog.db")
    }
    return FilePath((environment["HOME"] ?? "") + "/.local/share/mucat/catalog.db")
  }
}

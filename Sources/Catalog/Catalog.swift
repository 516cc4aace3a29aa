import Analysis
import Decoders

/// The catalogue of a music collection: one SQLite file.
///
/// Writers wait for each other; readers are never kept waiting by a scan. One actor is one
/// connection.
public actor Catalog {
  /// What a catalogue is opened for.
  public enum Access: Hashable, Sendable {
    /// Asking only; the file must exist.
    case readOnly
    /// Scanning: makes the folder and the file when they are missing, and brings the schema up
    /// to date.
    case readWrite
  }

  public nonisolated let path: FilePath

  /// The most tracks that an ambiguous name gives back.
  public static let lookupLimit = 20

  /// `$MUCAT_CATALOG`, else `$XDG_DATA_HOME/mucat/catalog.db`, else
  /// `~/.local/share/mucat/catalog.db`.
  public static func defaultPath(environment: [String: String]) -> FilePath {
    FilePath("catalog.db")
  }

  /// Opens the catalogue.
  ///
  /// - Throws: `noCatalog`, `notADatabase`, `foreignDatabase`, `newer`, `busy`, `corrupt`, `io`.
  public init(path: FilePath, access: Access) throws(CatalogError) {
    self.path = path
  }

  // MARK: - Scanning

  /// What the last scan knew of a file; nil for a file that it did not see.
  public func fileState(at path: FilePath) throws(CatalogError) -> FileState? { nil }

  /// The recording with this payload, if all of its analyses were made by this release.
  public func recordingID(for hash: PayloadHash) throws(CatalogError) -> Int64? { nil }

  /// Stores a file and the analysis of its recording, in one transaction.
  public func store(_ file: AnalysedFile) throws(CatalogError) {}

  /// Stores a file whose recording is known: moved, copied or retagged.
  public func attach(
    _ identity: FileIdentity, tags: Tags, toRecording id: Int64
  ) throws(CatalogError) {}

  /// Stores a file that cannot be analysed.
  public func store(_ failure: FailedFile) throws(CatalogError) {}

  /// The files of the catalogue that lie in a folder, at any depth, or are the path itself; those
  /// marked missing are left out.
  public func filePaths(under root: FilePath) throws(CatalogError) -> [FilePath] { [] }

  /// Marks files as gone. Their rows and analyses stay.
  public func markMissing(_ paths: [FilePath]) throws(CatalogError) {}

  // MARK: - Asking

  /// The tracks that a query asks for, in its order.
  public func tracks(matching query: Query) throws(CatalogError) -> [Track] { [] }

  /// The track that a user means: a path (absolute, or from the current folder), else a part of
  /// "artist - title" or of the file name that only one track has.
  public func track(named text: String) throws(CatalogError) -> TrackLookup { .none }

  /// The stored analyses of a recording with their curves; nil when there is no such recording.
  public func result(
    of recording: Int64
  ) throws(CatalogError) -> MusicUnderstandingSession.SessionResult? { nil }

  /// The files that could not be analysed, by path.
  public func failures() throws(CatalogError) -> [FailureRow] { [] }

  public func statistics() throws(CatalogError) -> CatalogStatistics { CatalogStatistics() }

  /// The tracks that pass a filter, nearest in tempo first.
  public func candidates(_ filter: CandidateFilter) throws(CatalogError) -> [Track] { [] }
}

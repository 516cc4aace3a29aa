import Decoders

/// What an examination of the catalogue found.
public struct CatalogHealth: Hashable, Sendable {
  /// What SQLite found wrong with the file, one sentence each, at most 100; empty when it is whole.
  public var damage: [String] = []
  /// Rows that name a row that is not there.
  public var brokenReferenceCount = 0
  /// Search indexes that do not agree with the texts.
  public var staleSearchIndexes: [String] = []
  /// Recordings that no file holds any more. Their analyses are kept for files that come back.
  public var orphanedRecordingCount = 0
  /// Recordings with analyses that this release would make anew.
  public var staleRecordingCount = 0
  /// Files that are marked as gone.
  public var missingFileCount = 0
  /// Files that could not be analysed.
  public var failedFileCount = 0
  /// Files that are said to be there and are not, in the order of their paths.
  public var vanishedFiles: [FilePath] = []
  /// Bytes that the file holds without use.
  public var unusedBytes: Int64 = 0

  public init() {}

  /// Whether something is wrong with the catalogue itself, as against the music that it lists.
  public var isDamaged: Bool {
    !damage.isEmpty || brokenReferenceCount > 0 || !staleSearchIndexes.isEmpty
  }
}

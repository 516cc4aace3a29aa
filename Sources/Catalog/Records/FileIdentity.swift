import Analysis
import Decoders

/// What the system says about a file without opening it. Equal identities mean: not changed.
public struct FileIdentity: Hashable, Sendable {
  /// The absolute path.
  public var path: FilePath
  /// Bytes.
  public var size: Int64
  /// Times of the last change to the content and to the inode, in nanoseconds since 1970.
  public var modifiedNanoseconds: Int64
  public var changedNanoseconds: Int64
  public var inode: UInt64
  public var device: UInt64

  public init(
    path: FilePath, size: Int64, modifiedNanoseconds: Int64, changedNanoseconds: Int64,
    inode: UInt64, device: UInt64
  ) {
    self.path = path
    self.size = size
    self.modifiedNanoseconds = modifiedNanoseconds
    self.changedNanoseconds = changedNanoseconds
    self.inode = inode
    self.device = device
  }
}

/// Whether a file of the catalogue was there, and readable, when it was last looked for.
public enum FileStatus: String, Hashable, Sendable, CaseIterable {
  /// Analysed, and there.
  case present
  /// Analysed, and gone.
  case missing
  /// There, but not decodable.
  case failed
}

/// What the catalogue knows of a file from the last scan.
public struct FileState: Hashable, Sendable {
  public var identity: FileIdentity
  public var status: FileStatus
  /// The recording in the file; nil for a failed file.
  public var recordingID: Int64?
  /// Whether all of the recording's analyses were made by this release's algorithms; for a failed
  /// file, whether this release's decoders refused it.
  public var isCurrent: Bool
  /// The name of the encoding that eight-bit text in the file's tags was taken for; nil when there
  /// is none.
  public var tagEncoding: String?

  public init(
    identity: FileIdentity, status: FileStatus, recordingID: Int64?, isCurrent: Bool,
    tagEncoding: String? = nil
  ) {
    self.identity = identity
    self.status = status
    self.recordingID = recordingID
    self.isCurrent = isCurrent
    self.tagEncoding = tagEncoding
  }
}

/// A recording that the catalogue holds.
public struct KnownRecording: Hashable, Sendable {
  public var id: Int64
  /// What is missing, or was made by another release's algorithm.
  public var staleWork: AnalysisWork

  public init(id: Int64, staleWork: AnalysisWork) {
    self.id = id
    self.staleWork = staleWork
  }
}

import Decoders

/// What became of one file's tags.
public struct TagOutcome: Hashable, Sendable {
  public enum Status: Hashable, Sendable {
    case written
    /// The tags hold the values already; the file was not touched.
    case unchanged
    /// What stood there before is there again.
    case restored
    /// Nothing was done, for a reason: a short stable word, and a sentence.
    case refused(code: String, reason: String)
  }

  /// One property: the values that stand, or stood, in the file, and the new one. None, and nil,
  /// stand for an absent tag.
  public struct Change: Hashable, Sendable {
    public var property: TagProperty
    public var old: [String]
    public var new: [String]
  }

  public var path: FilePath
  public var status: Status
  public var changes: [Change] = []
  /// Why album values were asked for and not written, though the track's were.
  public var albumReason: String?

  /// Whether something that was asked for was not done.
  public var isShort: Bool {
    if case .refused = status { return true }
    return albumReason != nil
  }

  init(_ path: FilePath, _ status: Status) {
    self.path = path
    self.status = status
  }

  static func refused(_ path: FilePath, _ code: String, _ reason: String) -> TagOutcome {
    TagOutcome(path, .refused(code: code, reason: reason))
  }
}

import Decoders

/// How far a scan is. Counts only grow.
public struct ScanProgress: Hashable, Sendable {
  public enum Phase: String, Hashable, Sendable {
    /// Folders are listed; how much there is to do is not known yet.
    case walking
    /// New and changed files are read.
    case analysing
  }

  /// What became of a file.
  public enum Outcome: Hashable, Sendable {
    /// Decoded and analysed.
    case analysed(audioSeconds: Double)
    /// Its audio was known: it had been moved, copied or retagged.
    case attached
    /// Its audio was known and only its fingerprint was taken anew.
    case fingerprinted
    case failed(code: String, reason: String)
    /// Gone between the walk and now.
    case vanished
  }

  public var phase = Phase.walking
  /// Audio files met so far.
  public var foundCount = 0
  /// Of these, those that need not be opened.
  public var unchangedCount = 0
  /// Files to read, and their bytes; final once the phase is `analysing`.
  public var pendingCount = 0
  public var pendingBytes: Int64 = 0
  /// Of the pending files, those read, failures among them.
  public var doneCount = 0
  public var doneBytes: Int64 = 0
  public var failedCount = 0
  /// Music analysed so far, in seconds.
  public var audioSeconds: Double = 0
  /// Time since the phase `analysing` began, in seconds.
  public var elapsedSeconds: Double = 0
  /// The file that was finished last.
  public var latestPath: FilePath?
  public var latestOutcome: Outcome?

  public init() {}

  /// Bytes read per second in the phase `analysing`; nil before the first file is done.
  public var bytesPerSecond: Double? {
    doneBytes > 0 && elapsedSeconds > 0 ? Double(doneBytes) / elapsedSeconds : nil
  }
}

/// What a scan did.
public struct ScanSummary: Hashable, Sendable {
  /// Audio files met.
  public var found = 0
  /// Files as they were at the last scan: not opened. Failures among them are `stillFailed`.
  public var unchanged = 0
  /// Files decoded and analysed.
  public var analysed = 0
  /// Files whose audio was known already: moved, copied or retagged.
  public var attached = 0
  /// Files of known audio of which only the fingerprint was taken anew.
  public var fingerprinted = 0
  /// Files and folders that failed now, by path.
  public var failed: [FailureRow] = []
  /// Unchanged files that had failed before and were not tried again.
  public var stillFailed = 0
  /// Files marked as missing.
  public var missing = 0
  /// Bytes of the files analysed, attached and failed.
  public var bytes: Int64 = 0
  /// Music analysed, in seconds.
  public var audioSeconds: Double = 0
  /// Whether the scan was stopped. What it had done by then is stored.
  public var wasCancelled = false
  /// Why files that are gone were not marked as missing.
  public var warnings: [ScanWarning] = []

  public init() {}
}

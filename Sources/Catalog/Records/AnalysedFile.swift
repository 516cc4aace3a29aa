import Analysis
import Decoders

/// A file and all that was found out about it: what a scan hands to the catalogue.
public struct AnalysedFile: Sendable {
  public var identity: FileIdentity
  /// The identity of the recording, the same for all copies of its encoded audio.
  public var payloadHash: PayloadHash
  /// Bytes of encoded audio, without tags.
  public var payloadByteCount: Int
  public var format: AudioFormat
  public var report: DecodeReport
  public var tags: Tags
  public var result: MusicUnderstandingSession.SessionResult
  /// How energetic the music is, 1 to 10; nil when unknown.
  public var energy: Double?
  /// Nil when none was taken.
  public var fingerprint: AcousticFingerprint?

  public init(
    identity: FileIdentity, payloadHash: PayloadHash, payloadByteCount: Int, format: AudioFormat,
    report: DecodeReport, tags: Tags, result: MusicUnderstandingSession.SessionResult,
    energy: Double? = nil, fingerprint: AcousticFingerprint? = nil
  ) {
    self.identity = identity
    self.payloadHash = payloadHash
    self.payloadByteCount = payloadByteCount
    self.format = format
    self.report = report
    self.tags = tags
    self.result = result
    self.energy = energy
    self.fingerprint = fingerprint
  }
}

/// A file that could not be analysed, and why.
public struct FailedFile: Hashable, Sendable {
  public var identity: FileIdentity
  /// A short stable word (``DecodingError/code``).
  public var code: String
  /// One sentence for people.
  public var reason: String

  public init(identity: FileIdentity, code: String, reason: String) {
    self.identity = identity
    self.code = code
    self.reason = reason
  }
}

/// A file of the catalogue that could not be analysed.
public struct FailureRow: Hashable, Sendable {
  public var path: FilePath
  public var code: String
  public var reason: String
  /// Seconds since 1970.
  public var scannedAt: Int64

  public init(path: FilePath, code: String, reason: String, scannedAt: Int64) {
    self.path = path
    self.code = code
    self.reason = reason
    self.scannedAt = scannedAt
  }
}

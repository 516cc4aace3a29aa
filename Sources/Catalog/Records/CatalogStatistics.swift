/// How much the catalogue holds.
public struct CatalogStatistics: Hashable, Sendable {
  public var recordingCount = 0
  public var presentFileCount = 0
  public var missingFileCount = 0
  public var failedFileCount = 0
  /// Seconds of music, each recording counted once.
  public var duration: Double = 0
  /// Recordings whose tempo, key, loudness are known.
  public var tempoCount = 0
  public var keyCount = 0
  public var loudnessCount = 0
  /// Recordings by codec, the most frequent first.
  public var codecs: [CodecCount] = []

  public struct CodecCount: Hashable, Sendable {
    public var codec: String
    public var recordingCount: Int

    public init(codec: String, recordingCount: Int) {
      self.codec = codec
      self.recordingCount = recordingCount
    }
  }

  public init() {}
}

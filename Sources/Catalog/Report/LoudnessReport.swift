import Decoders

/// How loud tracks and albums are, and what it takes to bring them to one level.
///
/// Encodes as one JSON document: camelCase names, `schemaVersion` first among them, numbers in the
/// units given here and finite always; what is unknown is absent.
public struct LoudnessReport: Codable, Equatable, Sendable {
  public struct Options: Hashable, Sendable {
    /// The level to bring everything to, in LUFS. ReplayGain 2 plays at −18.
    public var target = -18.0
    /// The highest true peak allowed after the gain, in dBTP.
    public var ceiling = -1.0
    /// What makes tracks an album.
    public var grouping = AlbumGrouping.tags
    /// Whether mono files count as two channels, 3.01 LU louder, as they are heard when a player
    /// sends them to both loudspeakers. BS.1770 counts one.
    public var countsMonoTwice = false

    public init() {}
  }

  /// Raised when a name or a meaning changes.
  public var schemaVersion = 1
  /// LUFS.
  public var target: Double
  /// dBTP.
  public var ceiling: Double
  public var summary: Summary
  public var tracks: [TrackRow]
  public var albums: [AlbumRow]

  /// A level and what it takes to reach the target. Nil throughout for silence.
  public struct Level: Codable, Hashable, Sendable {
    /// LUFS.
    public var integrated: Double?
    /// LU; of an album nil.
    public var loudnessRange: Double?
    /// dBTP; of an album that of its highest track.
    public var truePeak: Double?
    /// What reaches the target, in dB: above 0 makes louder.
    public var gain: Double?
    /// The most of that gain that keeps the true peak at or below the ceiling.
    public var limitedGain: Double?
    /// By how much the limited gain misses the target, in dB; 0 when it does not.
    public var shortfall: Double?
    /// The loudness after the limited gain, in LUFS.
    public var playbackLevel: Double?
    /// What the usual rules make of it.
    public var rules: Rules?
    /// Samples in runs of three and more at or beyond full scale.
    public var clippedSampleCount: Int
    /// Why there is no level.
    public var reason: String?
  }

  /// The rules that players know, whatever the report's target.
  public struct Rules: Codable, Hashable, Sendable {
    /// ReplayGain 2, −18 LUFS.
    public var replayGain: NormalisationRule
    /// Opus and EBU R 128, −23 LUFS.
    public var r128: NormalisationRule
    /// Apple's Sound Check, on the level of ReplayGain.
    public var soundCheck: NormalisationRule
  }

  public struct TrackRow: Codable, Hashable, Sendable {
    /// As text; bytes that are no UTF-8 are U+FFFD, and ``pathBytes`` has them.
    public var path: String
    /// The path in hexadecimal when it is not UTF-8, else nil.
    public var pathBytes: String?
    public var title: String?
    public var artist: String?
    public var album: String?
    /// Seconds.
    public var duration: Double
    /// Whether the file ended early: its level is that of a part.
    public var isTruncated: Bool
    public var level: Level
  }

  public struct AlbumRow: Codable, Hashable, Sendable {
    /// The album's title; nil for tracks without one, which are grouped by folder.
    public var title: String?
    public var artist: String?
    /// The folder, or the first of the folders, that the tracks lie in.
    public var folder: String
    /// The number of the disc, when albums are parted into discs.
    public var disc: Int?
    public var trackCount: Int
    /// Tracks with a level.
    public var measuredCount: Int
    /// Whether music may be missing from the level: a file in the album's folders failed, or one of
    /// the tracks is cut short or has not been measured. Silence is not missing.
    public var isPartial: Bool
    /// From the quietest to the loudest track, in LU; nil below two tracks with a level.
    public var spread: Double?
    /// Seconds.
    public var duration: Double
    public var level: Level
  }

  public struct Summary: Codable, Hashable, Sendable {
    public var trackCount: Int
    public var albumCount: Int
    /// Tracks with a level.
    public var measuredCount: Int
    /// Tracks within 1 dB of the target as they are.
    public var nearTargetCount: Int
    /// Tracks that cannot reach the target below the ceiling.
    public var limitedCount: Int
    /// Tracks with clipped samples.
    public var clippedCount: Int
    /// Albums with ``LoudnessReport/unevenSpread`` and more between two tracks.
    public var unevenAlbumCount: Int
    /// Tracks whose true peak is above the ceiling as they are.
    public var overCeilingCount: Int
    /// The middle of the tracks' loudness, in LUFS; nil without any.
    public var medianIntegrated: Double?
    /// From the quietest to the loudest track, in LU; nil without any.
    public var spread: Double?
  }
}

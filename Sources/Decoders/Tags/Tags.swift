/// What a file's tags say about it. Nil and empty mean that the tag is absent.
///
/// Tag values are one *source* of knowledge, beside what was measured and what the user said.
public struct Tags: Hashable, Sendable, Codable {
  public var title: String?
  public var artist: String?
  public var album: String?
  public var albumArtist: String?
  public var genre: String?
  /// The year of release, 1 to 9999.
  public var year: Int?
  public var trackNumber: Int?
  public var discNumber: Int?
  /// Beats per minute; 0 and unreadable values count as absent.
  public var beatsPerMinute: Double?
  /// The key as written in the file ("8A", "Am", "Fis-Moll"), not interpreted.
  public var key: String?
  /// ReplayGain in dB and peaks as linear amplitude (1 = full scale).
  public var replayGainTrackGainDB: Double?
  public var replayGainTrackPeak: Double?
  public var replayGainAlbumGainDB: Double?
  public var replayGainAlbumPeak: Double?
  /// Opus R128 gains in dB relative to −23 LUFS (the tag's Q7.8 value divided by 256).
  public var r128TrackGainDB: Double?
  public var r128AlbumGainDB: Double?

  public init() {}
}

/// What a file's tags say about it. Nil and empty mean that the tag is absent.
///
/// Tag values are one *source* of knowledge, beside what was measured and what the user said.
public struct Tags: Hashable, Sendable, Codable {
  public var title: String?
  public var artist: String?
  public var album: String?
  public var albumArtist: String?
  public var composer: String?
  public var genre: String?
  public var comment: String?
  /// The date of release as written: "1999", "2011-02-03".
  public var date: String?
  /// The year of release, 1 to 9999.
  public var year: Int?
  public var trackNumber: Int?
  public var discNumber: Int?
  /// Whether the album is a compilation of several artists; nil unless the file says.
  public var isCompilation: Bool?

  /// Beats per minute; 0 and unreadable values count as absent.
  public var beatsPerMinute: Double?
  /// The key as written in the file ("8A", "Am", "Fis-Moll"); ``taggedKey`` is what it means.
  public var key: String?

  /// ReplayGain in dB and peaks as linear amplitude (1 = full scale; more is possible and kept).
  public var replayGainTrackGainDB: Double?
  public var replayGainTrackPeak: Double?
  public var replayGainAlbumGainDB: Double?
  public var replayGainAlbumPeak: Double?
  /// Which ReplayGain these are; nil without gains.
  public var replayGainReference: ReplayGainReference?
  /// Opus R128 gains in dB relative to −23 LUFS (the tag's Q7.8 value divided by 256).
  public var r128TrackGainDB: Double?
  public var r128AlbumGainDB: Double?
  /// The gain in the header of an Opus stream, in dB, which is part of decoding it; nil for other
  /// kinds of file.
  public var opusHeaderGainDB: Double?
  /// The gain in dB that Apple's Sound Check asks for (``SoundCheck``).
  public var soundCheckGainDB: Double?

  /// The International Standard Recording Code.
  public var isrc: String?
  /// MusicBrainz identifiers, as written.
  public var musicBrainzRecordingID: String?
  public var musicBrainzReleaseID: String?
  public var musicBrainzReleaseGroupID: String?
  public var musicBrainzArtistID: String?

  /// What was odd about values, in the order of the fields.
  public var notes: [TagNote] = []
  /// The values in eight-bit text, whose meaning above hangs on ``legacyEncoding``.
  public var eightBitTexts: [EightBitText] = []
  /// What eight-bit text was taken for; nil when there is none.
  public var legacyEncoding: LegacyEncoding?

  public init() {}

  /// What ``key`` means; nil when it is absent.
  public var taggedKey: TaggedKey? { key.flatMap { TaggedKey($0) } }
}

import Decoders

/// One file of the catalogue with the summary of the recording in it: a row of a query's answer.
///
/// Nil stands for unknown; where the analysis could not decide, the matching `…Reason` says why.
public struct Track: Hashable, Sendable {
  public var recordingID: Int64 = 0
  public var fileID: Int64 = 0
  public var path = FilePath("")
  public var status = FileStatus.present

  // From the file's tags.
  public var title: String?
  public var artist: String?
  public var album: String?
  public var albumArtist: String?
  public var genre: String?
  public var year: Int?
  public var trackNumber: Int?
  public var discNumber: Int?
  public var tagBPM: Double?
  public var tagKey: MusicalKey?

  // From decoding. `duration` is in seconds.
  public var duration: Double = 0
  public var sampleRate = 0
  public var channelCount = 0
  public var codec = ""
  public var isTruncated = false

  // Rhythm. The user's tempo if there is one, else the measured.
  public var bpm: Double?
  public var isUserBPM = false
  public var bpmReason: String?
  /// 0 to 1.
  public var bpmConfidence: Double?
  public var beatsPerBar: Int?
  /// 0 to 1.
  public var tempoStability: Double?

  /// Events per minute, on average over the piece.
  public var pace: Double?
  /// How many sections the form has.
  public var sectionCount: Int?

  // Key. The user's key if there is one, else the measured.
  public var key: MusicalKey?
  public var isUserKey = false
  public var keyReason: String?
  /// 0 to 1.
  public var keyConfidence: Double?
  /// Cents from A4 = 440 Hz.
  public var tuningCents: Double?
  /// The keys in which the piece begins and ends.
  public var startKey: MusicalKey?
  public var endKey: MusicalKey?

  // Loudness: LUFS, LU, dBTP, dBFS; nil for silence.
  public var integrated: Double?
  public var loudnessRange: Double?
  public var truePeak: Double?
  public var samplePeak: Double?
  public var maxMomentary: Double?
  public var maxShortTerm: Double?
  public var clippedSampleCount = 0
  public var loudnessReason: String?

  /// 1 to 10.
  public var energy: Double?
  /// The user's stars, 0 to 5; nil when not rated.
  public var rating: Int?
  /// When the recording came into the catalogue, in seconds since 1970.
  public var addedAt: Int64 = 0

  public init() {}
}

/// What a name given for a track leads to.
public enum TrackLookup: Hashable, Sendable {
  case found(Track)
  case none
  /// Several tracks answer to the name; at most ``Catalog/lookupLimit`` of them.
  case ambiguous([Track])
}

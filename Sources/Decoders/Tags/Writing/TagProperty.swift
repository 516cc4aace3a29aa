/// What can be written to tags: values that are measured, by the names that players know.
///
/// The text of a value is the same for every container; how it is stored is the container's own
/// custom.
public enum TagProperty: String, Hashable, Sendable, Codable, CaseIterable {
  /// "-6.52 dB".
  case replayGainTrackGain = "REPLAYGAIN_TRACK_GAIN"
  /// Linear amplitude, 1 for full scale: "0.988553".
  case replayGainTrackPeak = "REPLAYGAIN_TRACK_PEAK"
  case replayGainAlbumGain = "REPLAYGAIN_ALBUM_GAIN"
  case replayGainAlbumPeak = "REPLAYGAIN_ALBUM_PEAK"
  /// "-18.00 LUFS".
  case replayGainReferenceLoudness = "REPLAYGAIN_REFERENCE_LOUDNESS"
  /// 256ths of a dB relative to −23 LUFS, in Opus files only: "-1280".
  case r128TrackGain = "R128_TRACK_GAIN"
  case r128AlbumGain = "R128_ALBUM_GAIN"
  /// "127.96". MP4's own atom holds whole numbers: there it is rounded.
  case beatsPerMinute = "BPM"
  /// "8A", "Am".
  case initialKey = "INITIALKEY"
  /// ``SoundCheck/text``, in ID3v2 and MP4 only: Apple's players look nowhere else.
  case soundCheck = "ITUNNORM"
}

/// In JSON the names of an object.
extension TagProperty: CodingKeyRepresentable {}

/// New values for properties of a file's tags: a value, or nothing to take the property away.
public struct TagChanges: Hashable, Sendable, Codable {
  private var values: [TagProperty: String?] = [:]

  public init() {}

  /// Asks for a value; nil takes the property away.
  public mutating func set(_ property: TagProperty, to value: String?) {
    values[property] = .some(value)
  }

  public var isEmpty: Bool { values.isEmpty }

  /// The properties that change, in the order of their declaration.
  public var properties: [TagProperty] {
    TagProperty.allCases.filter { values[$0] != nil }
  }

  /// The value asked for; nil for a removal, and for a property that does not change.
  public subscript(_ property: TagProperty) -> String? { values[property] ?? nil }
}

/// What stood in a file's tags where they were changed: enough to put it back.
public struct PreviousTags: Hashable, Sendable, Codable {
  /// The kind of tag that was changed.
  enum Kind: String, Hashable, Sendable, Codable {
    case id3v2, flac, vorbisComment, mp4, asf, apev2
  }

  /// A frame of an ID3v2 tag, or a comment of a FLAC file, byte for byte, and its place among all.
  struct Piece: Hashable, Sendable, Codable {
    var index: Int
    var bytes: [UInt8]
  }

  /// An item of any other tag.
  struct Item: Hashable, Sendable, Codable {
    var name: String
    var values: [String]
  }

  var kind: Kind
  /// For each changed property its values; none when it was absent.
  public internal(set) var values: [TagProperty: [String]] = [:]
  var pieces: [TagProperty: [Piece]] = [:]
  var items: [TagProperty: [Item]] = [:]
  /// For ID3v2 and FLAC: the tag's version, nil when there was none, and its length in bytes.
  var version: UInt8?
  var length = 0

  init(kind: Kind) {
    self.kind = kind
  }
}

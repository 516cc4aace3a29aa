/// The forms in which one track's beats are written for an editor or a game.
public enum BeatGridFormat: String, Hashable, Sendable, CaseIterable {
  /// Labels for a track in Audacity.
  case audacity
  /// A table of all beats.
  case beats
  /// All that a game asks for, as one JSON document.
  case game
  /// A standard MIDI file that holds tempo, meter and markers, and no notes.
  case midi
  /// A StepMania song file with timing and one empty chart.
  case stepmania
  /// An osu! beatmap with timing and no objects.
  case osu
  /// Markers on a clip for Final Cut Pro.
  case fcpxml

  /// What a file of it is called behind the dot.
  public var fileExtension: String {
    switch self {
    case .audacity: "txt"
    case .beats: "csv"
    case .game: "json"
    case .midi: "mid"
    case .stepmania: "ssc"
    case .osu: "osu"
    case .fcpxml: "fcpxml"
    }
  }

  /// The clock that the program which reads it goes by.
  public var usualTimeline: ExportTimeline {
    switch self {
    case .audacity: .audacity
    case .stepmania: .stepmania
    case .osu: .osu
    case .beats, .game, .midi, .fcpxml: .music
    }
  }

  /// What is marked in editors.
  public enum Mark: String, Hashable, Sendable, CaseIterable {
    case beats, bars, sections
  }

  public struct Options: Hashable, Sendable {
    /// Nil for the format's usual one.
    public var timeline: ExportTimeline?
    public var marks: Set<Mark> = Set(Mark.allCases)
    /// Frames a second of the film that markers are set in.
    public var frameRate: FrameRate = .twentyFive

    public init() {}
  }

  /// The file's bytes.
  ///
  /// - Throws: `BeatGridError` when the track has no beats, and the format is nothing without.
  public func document(
    for track: ExportTrack, _ options: Options = Options()
  ) throws(BeatGridError) -> [UInt8] {
    let timeline = options.timeline ?? usualTimeline
    guard !track.beats.isEmpty || self == .game else { throw BeatGridError(track) }
    switch self {
    case .audacity:
      return Array(AudacityLabels(track, timeline, marks: options.marks).text.utf8)
    case .beats: return Array(BeatTable(track, timeline).text.utf8)
    case .game: return GameBundle(track, timeline).json
    case .midi: return MIDITempoMap(track, timeline).bytes
    case .stepmania: return Array(StepManiaSong(track, timeline).text.utf8)
    case .osu: return Array(OsuBeatmap(track, timeline).text.utf8)
    case .fcpxml:
      return Array(
        FinalCutMarkers(track, timeline, marks: options.marks, frameRate: options.frameRate)
          .text.utf8)
    }
  }
}

/// Why a track has no beat grid to write.
public struct BeatGridError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason that the analysis gave; nil when there was no analysis.
  public var reason: String?

  init(_ track: ExportTrack) {
    reason = track.track.bpmReason
  }

  public var description: String {
    "no beats to write: " + (reason ?? "the rhythm was not analysed")
  }
}

import Analysis
import Decoders

/// A track with all that an export writes about it. The user's values stand where there are any.
public struct ExportTrack: Sendable {
  /// A part of the piece with a name.
  public struct Section: Hashable, Sendable {
    /// Seconds.
    public var start, end: Double
    public var name: String

    public init(start: Double, end: Double, name: String) {
      self.start = start
      self.end = end
      self.name = name
    }
  }

  public var track: Track
  /// The moments of all beats in seconds, each with its place in the bar, from 1.
  public var beats: [Beat]
  /// The same as stretches of steady tempo; empty without beats.
  public var grid: PiecewiseGrid
  /// Empty when the form was not found.
  public var sections: [Section]
  /// The user's; empty without.
  public var cues: [CuePoint]
  public var result: MusicUnderstandingSession.SessionResult
  /// What the decoder cut; nil when it is not known.
  public var report: DecodeReport?
  /// The file's header frame; nil for one without, and for a file that could not be read.
  public var header: MPEGHeaderFrame?

  /// A beat and where it stands.
  public struct Beat: Hashable, Sendable {
    /// Seconds.
    public var time: Double
    /// From 1.
    public var beatInBar: Int

    public init(time: Double, beatInBar: Int) {
      self.time = time
      self.beatInBar = beatInBar
    }
  }

  public init(
    track: Track, result: MusicUnderstandingSession.SessionResult = .init(),
    userGrid: PiecewiseGrid? = nil, cues: [CuePoint] = [], report: DecodeReport? = nil,
    header: MPEGHeaderFrame? = nil
  ) {
    self.track = track
    self.result = result
    self.cues = cues
    self.report = report
    self.header = header
    sections = (result.structure?.sections ?? []).enumerated().map { index, range in
      Section(
        start: range.start.seconds, end: range.end.seconds,
        name: Self.name(ofSection: index, in: result.structure))
    }.filter { $0.start.isFinite && $0.end.isFinite && $0.end > $0.start }
    if let userGrid, !userGrid.isEmpty {
      grid = userGrid
      beats = userGrid.beats(until: track.duration).map {
        Beat(time: $0.time, beatInBar: $0.beatInBar)
      }.filter { $0.time >= 0 }
      return
    }
    let measured = MeasuredBeats(result.rhythm, wantedTempo: track.isUserBPM ? track.bpm : nil)
    grid = PiecewiseGrid(
      beats: measured.beats, bars: measured.bars, beatsPerBar: measured.beatsPerBar)
    beats = zip(measured.beats, measured.phases).map { Beat(time: $0, beatInBar: $1) }
  }

  /// What a section is called, which programs show beside cues and markers: "Chorus", or else
  /// "Section 3".
  private static func name(
    ofSection index: Int, in structure: MusicUnderstandingSession.StructureResult?
  ) -> String {
    let descriptions = structure?.details.sections ?? []
    guard descriptions.indices.contains(index) else { return "Section \(index + 1)" }
    let label = descriptions[index].label.rawValue
    return label.count == 1 ? "Section \(label)" : label.prefix(1).uppercased() + label.dropFirst()
  }

  /// The same without beats one by one: what a collection of many thousand tracks holds.
  var condensed: ExportTrack {
    var track = self
    track.result = .init()
    track.beats = []
    return track
  }

  /// How much later things are on another program's timeline, in seconds.
  public func offset(on timeline: ExportTimeline) -> Double {
    guard let report else { return 0 }
    return timeline.offset(report: report, sampleRate: track.sampleRate, header: header)
  }

  /// What to write as cues: the user's, or else the starts of the sections.
  ///
  /// - Parameter hotCueCount: How many of the sections get a pad.
  public func marks(hotCueCount: Int = 0) -> [CuePoint] {
    guard cues.isEmpty else { return cues }
    return sections.enumerated().map { index, section in
      CuePoint(
        position: section.start, slot: index < hotCueCount ? index : nil, name: section.name,
        color: Self.colors[index % Self.colors.count])
    }
  }

  /// Red, green and blue of neighbouring sections: far apart, and none near black or white.
  private static let colors = [
    0x28_E2_14, 0x30_5A_FF, 0xE6_28_28, 0xB4_BE_04, 0xB4_32_FF, 0x00_E0_FF, 0xFF_8C_00, 0xFF_12_7B,
  ]
}

extension Catalog {
  /// A track with all that an export writes about it.
  ///
  /// The file's header frame is read from the file if that is there and an MP3.
  ///
  /// - Parameter types: The analyses to read; nil for all. Beats need `rhythm`, sections
  ///   `structure`.
  public func exportTrack(
    _ track: Track, types: Set<AnalysisType>? = nil
  ) throws(CatalogError) -> ExportTrack {
    let report = try decodeReport(of: track.recordingID)
    var header: MPEGHeaderFrame?
    if report?.codec.hasPrefix("MPEG") == true {
      header = try? AudioAsset(path: track.path).mpegHeaderFrame()
    }
    return ExportTrack(
      track: track, result: try result(of: track.recordingID, types: types) ?? .init(),
      userGrid: try grid(ofRecording: track.recordingID),
      cues: try cues(ofRecording: track.recordingID), report: report, header: header)
  }
}

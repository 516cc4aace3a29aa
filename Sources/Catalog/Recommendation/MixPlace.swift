import Analysis

/// The ends of a track over which one mixes: its first section and its last.
public struct TrackEdges: Hashable, Sendable {
  /// Where the first section ends and the last begins, in seconds.
  public var introEnd: Double
  public var outroStart: Double
  /// How many bars begin in them; nil when no bars are known.
  public var introBars: Int?
  public var outroBars: Int?

  /// The edges of an analysed piece; nil without a form of at least two sections.
  public init?(_ result: MusicUnderstandingSession.SessionResult) {
    guard let sections = result.structure?.sections, sections.count > 1, let intro = sections.first,
      let outro = sections.last
    else { return nil }
    introEnd = intro.end.seconds
    outroStart = outro.start.seconds
    guard introEnd.isFinite, outroStart.isFinite, introEnd <= outroStart else { return nil }
    guard let bars = result.rhythm?.bars, !bars.isEmpty else { return }
    introBars = bars.count { intro.containsTime($0) }
    outroBars = bars.count { outro.containsTime($0) }
  }
}

/// Where to mix two tracks: over the last section of the one and the first of the other.
public struct MixPlace: Hashable, Sendable {
  /// Where the first track's last section begins, in seconds, and its bars.
  public var outroStart: Double
  public var outroBars: Int?
  /// Where the second track's first section ends, in seconds, and its bars.
  public var introEnd: Double
  public var introBars: Int?

  public init(from first: TrackEdges, to second: TrackEdges) {
    outroStart = first.outroStart
    outroBars = first.outroBars
    introEnd = second.introEnd
    introBars = second.introBars
  }
}

extension Catalog {
  /// The edges of a recording; nil when its form is not known.
  public func edges(ofRecording recording: Int64) throws(CatalogError) -> TrackEdges? {
    let isKnown = try connection.statement(
      "SELECT 1 FROM analysis WHERE recording_id = ? AND kind = ?"
    ).first(.integer(recording), .text(AnalysisType.structure.rawValue)) { _ in true }
    guard isKnown != nil, let result = try result(of: recording, types: [.structure, .rhythm])
    else { return nil }
    return TrackEdges(result)
  }
}

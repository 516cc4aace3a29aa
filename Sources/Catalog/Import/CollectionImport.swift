import Decoders

/// Takes what another program's user has said about tracks into the catalogue, as the word of its
/// user: it wins over what was measured.
public struct CollectionImport: Sendable {
  /// What may be taken over.
  public enum Value: String, Hashable, Sendable, CaseIterable {
    case bpm, key, rating, grid, cues
  }

  public struct Options: Hashable, Sendable {
    public var format: ImportFormat
    public var values: Set<Value> = Set(Value.allCases)
    public var mappings: [PathMapping] = []
    /// Whether nothing is stored, and only told what would be.
    public var isDryRun = false

    public init(format: ImportFormat) {
      self.format = format
    }
  }

  /// What became of one track of the other program.
  public struct Outcome: Hashable, Sendable {
    public enum Status: Hashable, Sendable {
      /// Taken over to this file of the catalogue.
      case matched(FilePath, PathMatcher.Evidence)
      /// No file of the catalogue is like it.
      case unmatched
      /// Several files of the catalogue could be meant.
      case ambiguous
    }

    public var track: ImportedTrack
    public var status: Status
    /// What it said of those values that were asked for.
    public var values: Set<Value> = []
  }

  private let catalog: Catalog
  private let options: Options

  /// - Parameter catalog: Opened for reading and writing, unless nothing is stored.
  public init(catalog: Catalog, options: Options) {
    self.catalog = catalog
    self.options = options
  }

  /// Takes over all tracks, in their order; what a track does not say stays as it is.
  ///
  /// - Parameter report: Called with each track's outcome.
  public func run(
    _ imported: [ImportedTrack], report: (Outcome) throws -> Void
  ) async throws {
    var everything = Query()
    everything.condition = .status([.present, .missing])
    let tracks = try await catalog.tracks(matching: everything)
    let matcher = PathMatcher(
      files: tracks.map { ($0.path, $0.duration) }, mappings: options.mappings)
    for track in imported {
      try Task.checkCancellation()
      var outcome = Outcome(track: track, status: .unmatched)
      switch matcher.match(track.path, duration: track.duration) {
      case .none: break
      case .ambiguous: outcome.status = .ambiguous
      case .found(let place, let evidence):
        outcome.status = .matched(tracks[place].path, evidence)
        outcome.values = said(by: track)
        if !options.isDryRun { try await store(track, of: tracks[place]) }
      }
      try report(outcome)
    }
  }

  private func said(by track: ImportedTrack) -> Set<Value> {
    var said: Set<Value> = []
    if track.beatsPerMinute != nil { said.insert(.bpm) }
    if track.key != nil { said.insert(.key) }
    if track.rating != nil { said.insert(.rating) }
    if track.grid != nil { said.insert(.grid) }
    if !track.cues.isEmpty { said.insert(.cues) }
    return said.intersection(options.values)
  }

  private func store(_ imported: ImportedTrack, of track: Track) async throws {
    let id = track.recordingID
    let said = said(by: imported)
    if said.contains(.bpm) {
      _ = try await catalog.setTempo(imported.beatsPerMinute, ofRecording: id)
    }
    if said.contains(.key) { _ = try await catalog.setKey(imported.key, ofRecording: id) }
    if said.contains(.rating) { _ = try await catalog.setRating(imported.rating, ofRecording: id) }
    guard said.contains(.grid) || said.contains(.cues) else { return }
    let offset = try await catalog.exportTrack(track, types: [])
      .offset(on: options.format.timeline)
    if said.contains(.grid) {
      try await catalog.setGrid(imported.grid?.shifted(by: -offset), ofRecording: id)
    }
    if said.contains(.cues) {
      let cues = imported.cues.map { cue in
        var cue = cue
        // Between the program's zero and the first frame of music there is nothing to mark.
        cue.position = max(0, cue.position - offset)
        return cue
      }
      try await catalog.setCues(cues, ofRecording: id)
    }
  }

  /// Gives back what was measured for all tracks that a query finds, and forgets cues and ratings.
  ///
  /// - Returns: How many tracks there were.
  public static func forget(
    _ values: Set<Value>, of query: Query, in catalog: Catalog
  ) async throws -> Int {
    let tracks = try await catalog.tracks(matching: query)
    for track in tracks {
      let id = track.recordingID
      if values.contains(.bpm) { _ = try await catalog.setTempo(nil, ofRecording: id) }
      if values.contains(.key) { _ = try await catalog.setKey(nil, ofRecording: id) }
      if values.contains(.rating) { _ = try await catalog.setRating(nil, ofRecording: id) }
      if values.contains(.grid) { try await catalog.setGrid(nil, ofRecording: id) }
      if values.contains(.cues) { try await catalog.setCues([], ofRecording: id) }
    }
    return tracks.count
  }
}

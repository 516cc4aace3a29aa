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
  /// All is stored in one transaction: an import that fails or is cancelled has changed nothing.
  ///
  /// - Parameter report: Called with each track's outcome, when all is stored.
  public func run(
    _ imported: [ImportedTrack], report: (Outcome) throws -> Void
  ) async throws {
    var everything = Query()
    everything.condition = .status([.present, .missing])
    let tracks = try await catalog.tracks(matching: everything)
    let matcher = PathMatcher(
      files: tracks.map { ($0.path, $0.duration) }, mappings: options.mappings)
    var outcomes: [Outcome] = []
    outcomes.reserveCapacity(imported.count)
    var values: [(recording: Int64, value: UserValue)] = []
    for track in imported {
      try Task.checkCancellation()
      var outcome = Outcome(track: track, status: .unmatched)
      switch matcher.match(track.path, duration: track.duration) {
      case .none: break
      case .ambiguous: outcome.status = .ambiguous
      case .found(let place, let evidence):
        outcome.status = .matched(tracks[place].path, evidence)
        outcome.values = said(by: track)
        if !options.isDryRun { values += try await self.values(of: track, for: tracks[place]) }
      }
      outcomes.append(outcome)
    }
    if !values.isEmpty { try await catalog.store(values) }
    for outcome in outcomes { try report(outcome) }
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

  /// What to store of what another program says of a track, its times from the first frame of music.
  private func values(
    of imported: ImportedTrack, for track: Track
  ) async throws -> [(recording: Int64, value: UserValue)] {
    let said = said(by: imported)
    var values: [UserValue] = []
    if said.contains(.bpm) { values.append(.tempo(imported.beatsPerMinute)) }
    if said.contains(.key) { values.append(.key(imported.key)) }
    if said.contains(.rating) { values.append(.rating(imported.rating)) }
    if said.contains(.grid) || said.contains(.cues) {
      let offset = try await catalog.exportTrack(track, types: [])
        .offset(on: options.format.timeline)
      if said.contains(.grid) { values.append(.grid(imported.grid?.shifted(by: -offset))) }
      if said.contains(.cues) {
        let cues = imported.cues.map { cue in
          var cue = cue
          // Between the program's zero and the first frame of music there is nothing to mark.
          cue.position = max(0, cue.position - offset)
          return cue
        }
        values.append(.cues(cues))
      }
    }
    return values.map { (track.recordingID, $0) }
  }

  /// Gives back what was measured for all tracks that a query finds, and forgets cues and ratings;
  /// in one transaction.
  ///
  /// - Returns: How many tracks there were.
  public static func forget(
    _ values: Set<Value>, of query: Query, in catalog: Catalog
  ) async throws -> Int {
    let tracks = try await catalog.tracks(matching: query)
    let measured = Value.allCases.filter(values.contains).map { value -> UserValue in
      switch value {
      case .bpm: .tempo(nil)
      case .key: .key(nil)
      case .rating: .rating(nil)
      case .grid: .grid(nil)
      case .cues: .cues([])
      }
    }
    try await catalog.store(
      tracks.flatMap { track in measured.map { (track.recordingID, $0) } })
    return tracks.count
  }
}

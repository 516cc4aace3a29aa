import Catalog
import Decoders

/// `mucat set EXPR…`: the tracks that a query finds, in the order in which to play them.
enum SetCommand {
  enum Format: String, CaseIterable, Sendable {
    case table, json, m3u8, paths0
  }

  static let format = Option<Format>(
    "format", short: "f", .choice("FORMAT"), default: .table, summary: "How to write the set",
    details: "json is one document; paths0 is paths ended by zero bytes.")

  static let curve = Option<EnergyCurve?>(
    "curve", short: "c", .curve("CURVE"), absent: "small steps of energy",
    summary: "The energy wanted: a name, or a file",
    details:
      "warmup rises to four fifths of the energy at hand, peak is high throughout, arc rises "
      + "for two thirds and falls again. A file has lines of a place in percent and an energy from "
      + "1 to 10.")

  static let duration = Option<Double?>(
    "duration", short: "d", .duration("TIME"), absent: "all tracks",
    summary: "Choose tracks that last about so long",
    details: "In minutes, or as h:mm:ss. Within 5 percent, or half a track if that is more.")

  static let artistGap = Option<Int>(
    "artist-gap", .integer("N", in: 0...100), default: 0,
    summary: "So many tracks between two of one artist")

  static let maximumPitch = Option<Double?>(
    "max-pitch", .decimal("PERCENT", in: 0...50), absent: "no limit, but a cost",
    summary: "No change of speed beyond this, in percent")

  static let seed = Option<Int>(
    "seed", .integer("N", in: 0...1_000_000_000), default: 1,
    summary: "Begins the search elsewhere, for long sets")

  static let command = Command(
    name: "set", summary: "Put tracks into the order in which to play them",
    details: """
      Finds the tracks of a query (see 'mucat help query') and orders them so that each goes well with \
      the next: keys, change of speed, energy, loudness. Between two rows stands what happens from one \
      to the other. With --duration only some are chosen.

      The order of up to 16 tracks is the best there is. For more it is the best of a search, and the \
      summary says what no order can cost less than. The same catalogue gives the same set every time. \
      What must hold (--first, --last, --lock, --artist-gap, --max-pitch) is broken only where no other \
      way is found; then it is said, and the status is 2.
      """,
    examples: [
      .init(
        words: "mucat set in:tonight --curve arc --artist-gap 3",
        summary: "A saved query's tracks, up and down again."),
      .init(
        words: "mucat set 'bpm:118..128' genre:house --duration 90 --first 'Night Ferry'",
        summary: "An hour and a half that begins with this."),
      .init(
        words:
          "mucat set in:tonight --lock 'Night Ferry => Glass Elevator' --format m3u8 > set.m3u8",
        summary: "Two that belong together, as a playlist."),
    ],
    operands: [
      Operand(
        name: "EXPR", arity: .any, summary: "What to choose from: field, operator, value",
        isExpression: true)
    ],
    options: [
      curve.declaration, duration.declaration, SetTracks.first.declaration,
      SetTracks.last.declaration, SetTracks.locks.declaration, SetTracks.must.declaration,
      SetTracks.mustNot.declaration, artistGap.declaration, maximumPitch.declaration,
    ] + MixOptions.declarations + [
      seed.declaration, format.declaration, QueryWords.tempoTolerance.declaration,
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    let format = try arguments.format(self.format, json: .json)
    let query = try QueryWords.query(arguments.operands, arguments)
    var options = SetOptions()
    options.rules = MixOptions.rules(arguments)
    options.curve = arguments[curve]
    options.duration = arguments[duration]
    options.artistGap = arguments[artistGap]
    options.maximumPitchPercent = arguments[maximumPitch]
    options.seed = UInt64(arguments[seed])

    let catalog = try Catalog(path: environment.catalogPath(arguments), access: .readOnly)
    let tracks = try await SetTracks.choose(
      try await catalog.tracks(matching: query), arguments, &options, in: catalog)
    guard !tracks.isEmpty else {
      if !arguments[CommonOptions.quiet] { try environment.errors.write(line: "nothing matches") }
      return .nothingFound
    }
    let plan = try await SetPlanner(options: options).plan(tracks, in: catalog)
    let isComplete = try write(plan, as: format, arguments, environment)
    try environment.output.flush()
    for rule in plan.brokenRules { try environment.errors.write(line: "mucat: \(rule)") }
    if !arguments[CommonOptions.quiet] {
      try environment.errors.write(line: SetText.summary(plan))
    }
    return isComplete && plan.brokenRules.isEmpty ? .done : .failed
  }

  /// - Returns: False when a track could not be written.
  private static func write(
    _ plan: SetPlan, as format: Format, _ arguments: Arguments, _ environment: Environment
  ) throws -> Bool {
    let tracks = plan.entries.map(\.track)
    switch format {
    case .table:
      let lines = SetText.lines(
        plan, width: environment.outputTerminal.width, style: environment.style(arguments))
      for line in lines { try environment.output.write(line: line) }
    case .json:
      try environment.output.write(line: JSONText.encode(SetRecord(plan)))
    case .paths0:
      try environment.output.write(bytes: TrackExport.zeroEndedPaths(tracks))
    case .m3u8:
      let (bytes, omitted) = TrackExport.playlist(tracks)
      try environment.output.write(bytes: bytes)
      for track in omitted {
        try environment.errors.write(
          line: "mucat: \(track.path.displayText): left out: a playlist cannot hold a name with a "
            + "line break")
      }
      return omitted.isEmpty
    }
    return true
  }
}

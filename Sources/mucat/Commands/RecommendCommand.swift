import Catalog
import Decoders

/// `mucat recommend TRACK`: what may follow, and why.
enum RecommendCommand {
  static let limit = Option<Int>(
    "limit", short: "n", .integer("N", in: 1...10_000), default: 10,
    summary: "At most so many tracks")

  static let tempoTolerance = Option<Double>(
    "tempo-tolerance", short: "t", .decimal("PERCENT", in: 0...50), default: 6,
    summary: "How far tempi may be apart, in percent",
    details: "Half and double tempo count as near: 87 mixes with 174. When it is given, it holds "
      + "for bpm~ in --query too, which is 3 percent otherwise.")

  static let rules = Option<HarmonicRules>(
    "rules", .choice("RULES"), default: .standard, summary: "Which steps between keys are allowed",
    details: "strict: the same key and its relative (8A, 8B). standard: one step around the "
      + "wheel as well (7A, 9A). mixxx: the diagonals as well (7B, 9B). open: all steps that "
      + "have a name, energy boosts among them.")

  static let filter = Option<String?>(
    "query", .text("EXPR"), summary: "Only tracks that this expression finds",
    details: "See 'mucat help query'.")

  static let command = Command(
    name: "recommend", summary: "Find what mixes with a track, and say why",
    details: """
      Looks for tracks in a key that goes with the track's key and within reach of its tempo, and \
      puts the best first: shared notes, change of speed, energy, and loudness are weighed. Every \
      row says why: what step between keys it is, how many of seven notes are shared, what to do \
      with the speed and what that does to the pitch, and how energy and loudness change.

      Where the track's key or tempo is unknown, that is not asked for, and the rows say so.
      """,
    examples: [
      .init(words: "mucat recommend 'Night Ferry'", summary: "What could come next?"),
      .init(
        words: "mucat recommend ~/Music/a.flac --query 'energy:>=7' --tempo-tolerance 3",
        summary: "Something with energy, and with little change of speed."),
    ],
    operands: [TrackArgument.operand],
    options: [
      limit.declaration, tempoTolerance.declaration, rules.declaration, filter.declaration,
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    var options = Recommender.Options()
    options.limit = arguments[limit]
    options.tempoTolerancePercent = arguments[tempoTolerance]
    options.rules = arguments[rules]
    options.filter = try arguments[filter].map { text throws(QueryError) in
      try Query(
        parsing: text,
        tempoTolerance: arguments.isGiven(tempoTolerance)
          ? arguments[tempoTolerance] / 100 : TempoMatch.usualTolerance)
    }
    let catalog = try Catalog(path: environment.catalogPath(arguments), access: .readOnly)
    let track = try await TrackArgument.track(arguments.operands, in: catalog)
    let found = try await Recommender(catalog: catalog).recommend(for: track, options: options)

    let isQuiet = arguments[CommonOptions.quiet]
    if !isQuiet { try environment.errors.write(line: introduction(track)) }
    if arguments[CommonOptions.json] {
      for recommendation in found {
        try environment.output.write(
          line: JSONText.encode(RecommendationRecord(recommendation)))
      }
    } else {
      let lines = RecommendationText.lines(
        found, width: environment.outputTerminal.width, style: environment.style(arguments))
      for line in lines { try environment.output.write(line: line) }
    }
    try environment.output.flush()
    if found.isEmpty, !isQuiet {
      try environment.errors.write(
        line: "nothing in the catalogue mixes with it; a wider --tempo-tolerance or --rules may")
    }
    return found.isEmpty ? .nothingFound : .done
  }

  /// `after Harbour Lights - Night Ferry (126 BPM, 8A Am, -9.3 LUFS)`.
  static func introduction(_ track: Track) -> String {
    let key = track.key.map { "\($0.camelot) \($0.shortName)" } ?? "no key"
    let tempo = track.bpm.map { NumberText.tempo($0) + " BPM" } ?? "no tempo"
    let loudness = track.integrated.map { NumberText.level($0) + " LUFS" } ?? "silent"
    return Sanitize.forPeople("after \(TrackTable.name(track)) (\(tempo), \(key), \(loudness))")
  }
}

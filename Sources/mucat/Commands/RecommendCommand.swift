import Catalog
import Decoders

/// `mucat recommend TRACK`: what may follow, and why.
enum RecommendCommand {
  static let limit = Option<Int>(
    "limit", short: "n", .integer("N", in: 1...10_000), default: 10,
    summary: "At most so many tracks")

  static let key = Option<MusicalKey?>(
    "key", short: "k", .key("KEY"), summary: "Follow this key, in any notation, not a track")

  static let bpm = Option<Double?>(
    "bpm", short: "b", .decimal("BPM", in: 10...1000), summary: "Follow this tempo, not a track")

  static let filter = Option<String?>(
    "query", .text("EXPR"), summary: "Only tracks that this expression finds",
    details: "See 'mucat help query'.")

  static let explain = Option<Bool>(
    switch: "explain", short: "e", summary: "Show what each score is made of")

  static let command = Command(
    name: "recommend", summary: "Find what mixes with a track, and say why",
    details: """
      Looks for tracks that begin in a key that goes with the one in which the track ends, within \
      reach of its tempo, and puts the best first: shared notes, change of speed, energy, and loudness \
      are weighed. Every row says why: what step between keys it is, how many of seven notes are \
      shared, what to do with the pitch fader and what that does to the pitch, how energy and loudness \
      change, and what may clash.

      Where the track's key or tempo is unknown, that is not asked for, and the rows say so. Instead of \
      a track there may be a key, a tempo, or both.
      """,
    examples: [
      .init(words: "mucat recommend 'Night Ferry'", summary: "What could come next?"),
      .init(
        words: "mucat recommend ~/Music/a.flac --query 'energy:>=7' --pitch-range 3",
        summary: "Something with energy, and with little change of speed."),
      .init(
        words: "mucat recommend --key 8A --bpm 126 --key-lock off",
        summary: "What goes with A minor at 126, on a turntable?"),
    ],
    operands: [TrackArgument.optionalOperand],
    options: [limit.declaration, key.declaration, bpm.declaration]
      + MixOptions.declarations
      + [filter.declaration, QueryWords.tempoTolerance.declaration, explain.declaration],
    run: run)

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    var options = Recommender.Options()
    options.limit = arguments[limit]
    options.rules = MixOptions.rules(arguments)
    options.filter = try arguments[filter].map { text throws(QueryError) in
      try Query(
        parsing: text,
        tempoTolerance: QueryWords.ratio(arguments) ?? TempoMatch.usualTolerance)
    }
    let catalog = try Catalog(path: environment.catalogPath(arguments), access: .readOnly)
    let track = try await seed(arguments, in: catalog)
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
        found, explains: arguments[explain], width: environment.outputTerminal.width,
        style: environment.style(arguments))
      for line in lines { try environment.output.write(line: line) }
    }
    try environment.output.flush()
    if found.isEmpty, !isQuiet {
      try environment.errors.write(
        line: "nothing in the catalogue mixes with it; a wider --pitch-range or --rules may")
    }
    return found.isEmpty ? .nothingFound : .done
  }

  /// The track named, or one that has nothing but the key and the tempo given.
  private static func seed(_ arguments: Arguments, in catalog: Catalog) async throws -> Track {
    let isGiven = arguments[key] != nil || arguments[bpm] != nil
    guard arguments.operands.isEmpty else {
      guard !isGiven else {
        throw UsageError(
          problem: .combination("a track has its own key and tempo; --key and --bpm replace it"),
          command: command.name)
      }
      return try await TrackArgument.track(arguments.operands, in: catalog)
    }
    guard isGiven else {
      throw UsageError(problem: .missingOperand("TRACK, --key or --bpm"), command: command.name)
    }
    var track = Track()
    track.key = arguments[key]
    track.bpm = arguments[bpm]
    return track
  }

  /// `after Harbour Lights - Night Ferry (126 BPM, 8A Am, -9.3 LUFS)`.
  static func introduction(_ track: Track) -> String {
    let key = track.key.map { "\($0.camelot) \($0.shortName)" } ?? "no key"
    let tempo = track.bpm.map { NumberText.tempo($0) + " BPM" } ?? "no tempo"
    guard track.recordingID != 0 else { return "after \(tempo), \(key)" }
    let loudness = track.integrated.map { NumberText.level($0) + " LUFS" } ?? "silent"
    return Sanitize.forPeople("after \(TrackTable.name(track)) (\(tempo), \(key), \(loudness))")
  }
}

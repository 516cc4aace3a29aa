import Catalog
import Decoders
import Glibc

/// `mucat import rekordbox|traktor FILE`: the user's work in another program becomes values here.
enum ImportCommand {
  enum Source: String, CaseIterable {
    case rekordbox, traktor, forget
  }

  static let map = Option<[PathMapping]>(
    repeated: "map", .pathMapping(), summary: "Which folder here is the one over there",
    details: "The other program's folder first: --map D:/Music=/home/me/Music. Without one, files "
      + "are told by the end of their paths.")

  static let only = Option<[CollectionImport.Value]>(
    "only", .list("WHAT", of: CollectionImport.Value.allCases),
    default: CollectionImport.Value.allCases, summary: "Take only this, separated by commas")

  static let dryRun = Option<Bool>(
    switch: "dry-run", short: "n", summary: "Show what would be taken, and store nothing")

  static let command = Command(
    name: "import", summary: "Take over grids, cues, keys, ratings from DJ software",
    details: """
      rekordbox FILE  reads the XML of File, Export Collection in xml format; traktor FILE reads \
      collection.nml. Tempo, key, rating, beat grid and cues become yours: they count before what \
      was measured, for every copy of the recording, and survive scans. What the other program \
      does not say stays as it is. Files are not written.

      Files are found by their path, by --map, or by the longest end of the path that only one \
      file has. Each that was not found is named; the exit status is 2 then.

      forget EXPR…  gives back what was measured, and forgets cues and ratings.
      """,
    examples: [
      .init(words: "mucat import rekordbox collection.xml --dry-run", summary: "What fits?"),
      .init(
        words: "mucat import traktor collection.nml --only cues,grid --map D:/Music=/srv/music",
        summary: "Only cues and grids."),
      .init(words: "mucat import forget --only grid path:/srv/music", summary: "As measured."),
    ],
    operands: [
      Operand(
        name: "PROGRAM", arity: .one, summary: "Whose collection it is; or forget",
        choices: Source.allCases.map(\.rawValue)),
      Operand(
        name: "WORD", arity: .any, summary: "The file; for forget, a query", completion: .files,
        isExpression: true),
    ],
    options: [
      only.declaration, map.declaration, dryRun.declaration, QueryWords.tempoTolerance.declaration,
    ],
    run: run)

  /// A track of the other program as JSON has it.
  struct Record: Encodable {
    let schemaVersion = JSONText.schemaVersion
    let source: String
    let status: String
    let evidence: String?
    let path: String?
    let pathBytes: String?
    let values: [String]

    init(_ outcome: CollectionImport.Outcome) {
      source = outcome.track.displayPath
      var place: PathRecord?
      switch outcome.status {
      case .matched(let path, let evidence):
        (status, self.evidence) = ("matched", evidence.rawValue)
        place = PathRecord(path)
      case .unmatched: (status, evidence) = ("unmatched", nil)
      case .ambiguous: (status, evidence) = ("ambiguous", nil)
      }
      path = place?.path
      pathBytes = place?.pathBytes
      values = CollectionImport.Value.allCases.filter(outcome.values.contains).map(\.rawValue)
    }
  }

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    // The parser has checked the word.
    let word = arguments.operands.first?.text ?? ""
    let rest = arguments.operands.dropFirst()
    let values = Set(arguments[only])
    guard let format = ImportFormat(rawValue: word) else {
      return try await forget(values, rest, arguments, environment)
    }
    guard rest.count == 1, let file = rest.first?.path else {
      throw UsageError(
        problem: rest.isEmpty
          ? .missingOperand("FILE") : .unexpectedOperand(rest.dropFirst().first?.text ?? ""),
        command: command.name)
    }
    let imported = try tracks(in: file, format)
    var options = CollectionImport.Options(format: format)
    options.values = values
    options.mappings = arguments[map]
    options.isDryRun = arguments[dryRun]
    let catalog = try Catalog(
      path: environment.catalogPath(arguments),
      access: options.isDryRun ? .readOnly : .existing)
    return try await take(imported, catalog, options, arguments, environment)
  }

  private static func take(
    _ imported: [ImportedTrack], _ catalog: Catalog, _ options: CollectionImport.Options,
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    var matched = 0
    var counts: [CollectionImport.Value: Int] = [:]
    try await CollectionImport(catalog: catalog, options: options).run(imported) { outcome in
      switch outcome.status {
      case .matched:
        matched += 1
        for value in outcome.values { counts[value, default: 0] += 1 }
      case .unmatched, .ambiguous:
        if !arguments[CommonOptions.json] {
          let reason =
            outcome.status == .ambiguous
            ? "several files could be meant" : "not in the catalogue"
          try environment.errors.write(
            line: Sanitize.forPeople("mucat: \(outcome.track.displayPath): \(reason)"))
        }
      }
      if arguments[CommonOptions.json] {
        try environment.output.write(line: JSONText.encode(Record(outcome)))
      }
    }
    try environment.output.flush()
    if !arguments[CommonOptions.quiet] {
      let parts = CollectionImport.Value.allCases.compactMap { value in
        counts[value].map { "\(value.rawValue) of \(NumberText.count($0))" }
      }
      let what = parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")
      let verb = options.isDryRun ? "would be taken" : "taken"
      try environment.errors.write(
        line: "\(NumberText.count(matched)) of \(NumberText.count(imported.count, "track")) found; "
          + "\(verb): \(what)")
    }
    if imported.isEmpty { return .nothingFound }
    return matched == imported.count ? .done : .failed
  }

  private static func forget(
    _ values: Set<CollectionImport.Value>, _ words: ArraySlice<Word>, _ arguments: Arguments,
    _ environment: Environment
  ) async throws -> ExitStatus {
    guard arguments[map].isEmpty, !arguments[dryRun] else {
      throw UsageError(
        problem: .combination("--map and --dry-run have no meaning with forget"),
        command: command.name)
    }
    let query = try QueryWords.query(words, arguments)
    let catalog = try Catalog(path: environment.catalogPath(arguments), access: .existing)
    let count = try await CollectionImport.forget(values, of: query, in: catalog)
    if !arguments[CommonOptions.quiet] {
      try environment.errors.write(line: NumberText.count(count, "track"))
    }
    return count == 0 ? .nothingFound : .done
  }

  /// More than any collection: 20,000 tracks are some 60 MB.
  private static let maximumSize = 2_000_000_000

  private static func tracks(
    in file: FilePath, _ format: ImportFormat
  ) throws(Failure) -> [ImportedTrack] {
    if let problem = FileSystem.problem(reaching: file) {
      throw Failure("\(file.displayText): \(problem)")
    }
    guard let size = FileSystem.size(of: file), size <= maximumSize,
      let bytes = FileSystem.contents(of: file, limit: size)
    else { throw Failure("\(file.displayText): it cannot be read as a file") }
    do throws(ImportError) {
      return try format.tracks(in: bytes)
    } catch {
      throw Failure("\(file.displayText): \(error.description)")
    }
  }
}

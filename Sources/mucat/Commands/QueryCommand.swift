import Catalog
import Decoders

/// `mucat query EXPR…`: which tracks fulfil an expression.
enum QueryCommand {
  enum Format: String, CaseIterable, Sendable {
    case table, json, m3u8, csv, paths0
  }

  static let format = Option<Format>(
    "format", short: "f", .choice("FORMAT"), default: .table, summary: "How to write the tracks",
    details: "json is one object per line; paths0 is paths ended by zero bytes, for xargs -0.")

  static let limit = Option<Int?>(
    "limit", short: "n", .integer("N", in: 1...1_000_000_000), absent: "all",
    summary: "At most so many tracks")

  static let sort = Option<String?>(
    "sort", short: "s", .text("FIELDS"), absent: "artist, album, track number",
    summary: "The order: fields separated by commas",
    details: "A + or - behind a field sorts up or down: bpm+,lufs-. An expression may end with "
      + "the same words; --sort wins. Tracks without the value come last.")

  static let command = Command(
    name: "query", summary: "Find tracks by tempo, key, loudness, tags",
    details: """
      Words side by side must all hold; a lone comma between them means or. Ranges are a..b, open \
      at either end. A - in front excludes. ~ is near: of a tempo within 3% (--tempo-tolerance), half and double \
      speed included; of a key, all that mixes with it. A word without a field is looked for in \
      title, artist and album. No expression means every track.

      Quote expressions that hold characters of the shell: 'key~8A', 'lufs:<-14', 'artist:"A B"'.

      -field:value is read as an expression, not as options. To exclude a bare word put -- before \
      the expression: mucat query -- -remix.
      """,
    examples: [
      .init(words: "mucat query bpm:124..128 'key~8A'", summary: "What mixes with 8A there?"),
      .init(
        words: "mucat query 'bpm~128' -genre:techno 'lufs:<-9' --sort bpm",
        summary: "Near 128 (or 64, or 256), no techno, below -9 LUFS, by tempo."),
      .init(
        words: "mucat query key:8A , key:9A --format m3u8 > set.m3u8",
        summary: "Two keys, as a playlist."),
      .init(
        words: "mucat query added:2026-01.. --format paths0 | xargs -0 cp -t /media/usb",
        summary: "Copy what came this year."),
    ],
    operands: [
      Operand(
        name: "EXPR", arity: .any, summary: "What to look for: field, operator, value",
        isExpression: true)
    ],
    options: [
      format.declaration, limit.declaration, sort.declaration,
      QueryWords.tempoTolerance.declaration,
    ],
    sections: [FieldHelp.section],
    run: run)

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    let format = try arguments.format(self.format, json: .json)
    var query = try QueryWords.query(arguments.operands, arguments)
    if let fields = arguments[sort] { query.sort = try order(fields) }
    if let limit = arguments[limit] { query.limit = limit }

    let catalog = try Catalog(path: environment.catalogPath(arguments), access: .readOnly)
    let tracks = try await catalog.tracks(matching: query)
    let status = try write(tracks, as: format, arguments, environment)
    try environment.output.flush()
    if !arguments[CommonOptions.quiet] {
      let count = tracks.isEmpty ? "nothing matches" : NumberText.count(tracks.count, "track")
      try environment.errors.write(line: count)
    }
    return tracks.isEmpty ? .nothingFound : status
  }

  /// `bpm+,lufs-`, read by the query language itself.
  private static func order(_ fields: String) throws(QueryError) -> [Query.SortTerm] {
    let words = fields.split(separator: ",").map { field in
      field.hasSuffix("+") || field.hasSuffix("-") ? String(field) : field + "+"
    }
    return try Query(parsing: words).sort
  }

  private static func write(
    _ tracks: [Track], as format: Format, _ arguments: Arguments, _ environment: Environment
  ) throws -> ExitStatus {
    let output = environment.output
    switch format {
    case .table:
      guard !tracks.isEmpty else { break }
      let lines = TrackTable.table(tracks).lines(
        width: environment.outputTerminal.width, style: environment.style(arguments))
      for line in lines { try output.write(line: line) }
    case .json:
      for track in tracks { try output.write(line: JSONText.encode(TrackRecord(track))) }
    case .csv:
      try output.write(bytes: TrackExport.csv(tracks))
    case .paths0:
      try output.write(bytes: TrackExport.zeroEndedPaths(tracks))
    case .m3u8:
      let (bytes, omitted) = TrackExport.playlist(tracks)
      try output.write(bytes: bytes)
      for track in omitted {
        let name = track.path.displayText
        try environment.errors.write(
          line: "mucat: \(name): left out: a playlist cannot hold a name with a line break")
      }
      return omitted.isEmpty ? .done : .failed
    }
    return .done
  }
}

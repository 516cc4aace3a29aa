import Catalog
import Decoders

/// `mucat report loudness`: how loud everything is, and what it takes to make it even.
enum ReportCommand {
  enum Format: String, CaseIterable, Sendable {
    case text, csv, json, html
  }

  static let target = Option<Double>(
    "target", short: "t", .decimal("LUFS", in: -70...0), default: -18,
    summary: "The loudness to bring everything to",
    details: "-18 is ReplayGain 2, -14 what streaming services use, -23 broadcasting.")

  static let ceiling = Option<Double>(
    "ceiling", short: "c", .decimal("DBTP", in: -70...20), default: -1,
    summary: "The highest true peak after the gain",
    details: "A gain that would pass it is limited; the report says by how much the target is "
      + "missed then.")

  static let album = Option<Bool>(
    switch: "album", short: "a", summary: "Albums only, not single tracks",
    details: "For the text. An album is measured as if its tracks were played as one.")

  static let grouping = Option<AlbumGrouping>(
    "album-by", .choice("WHAT"), default: .tags, summary: "What makes tracks an album",
    details: "tags: album artist and album, else artist and album, else the folder. folder: the "
      + "folder, whatever the tags say. disc: as tags, each disc by itself.")

  static let format = Option<Format>(
    "format", short: "f", .choice("FORMAT"), default: .text, summary: "How to write the report")

  static let csv = Option<Bool>(
    switch: "csv", summary: "Another way to say --format csv")

  static let html = Option<FilePath?>(
    "html", .file(), absent: "no page", summary: "Write a page into this file",
    details: "Another way to say --format html --output FILE.")

  static let output = Option<FilePath?>(
    "output", short: "o", .file(), absent: "standard output", summary: "Write into this file",
    details: "Whole or not at all: a file of that name is replaced when the report is ready.")

  static let command = Command(
    name: "report", summary: "Report loudness, and the gain that evens it out",
    details: """
      For every track, and every album: integrated loudness and loudness range (EBU R 128), true \
      peak, the gain that reaches the target, and the gain that also keeps the true peak below \
      the ceiling; the gains of ReplayGain 2 (-18 LUFS), of R128 in Opus (-23) and of Sound Check \
      beside it, and in JSON, CSV and the page the loudness that each then plays at. Tracks are \
      taken from the catalogue; files are not changed.

      The page begins with what calls for doing something: tracks whose peaks leave no room for \
      the gain, uneven albums, clipped files. An album is partial when one of its files failed, is \
      cut short, or was not measured.

      Without an expression the report is about every track; with one, about what it finds.
      """,
    examples: [
      .init(
        words: "mucat report loudness --target -14",
        summary: "How far is each track from -14 LUFS?"),
      .init(
        words: "mucat report loudness artist:moby --html moby.html", summary: "As a page."),
      .init(
        words: "mucat report loudness --album --album-by disc",
        summary: "Box sets, disc by disc."),
    ],
    operands: [
      Operand(name: "KIND", arity: .one, summary: "What to report", choices: ["loudness"]),
      Operand(
        name: "EXPR", arity: .any, summary: "Which tracks, as in 'mucat query'",
        isExpression: true),
    ],
    options: [
      target.declaration, ceiling.declaration, album.declaration, grouping.declaration,
      AnalyzeCommand.dualMono.declaration, format.declaration, csv.declaration, html.declaration,
      output.declaration, QueryWords.tempoTolerance.declaration,
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    let (format, file) = try destination(arguments)
    let query = try QueryWords.query(arguments.operands.dropFirst(), arguments)
    var options = LoudnessReport.Options()
    options.target = arguments[target]
    options.ceiling = arguments[ceiling]
    options.grouping = arguments[grouping]
    options.countsMonoTwice = arguments[AnalyzeCommand.dualMono]
    let catalog = try Catalog(path: environment.catalogPath(arguments), access: .readOnly)
    let report = try await LoudnessReport(of: query, in: catalog, options: options)
    guard !report.tracks.isEmpty else {
      if !arguments[CommonOptions.quiet] { try environment.errors.write(line: "nothing matches") }
      return .nothingFound
    }
    let text =
      switch format {
      case .text: self.text(report, toFile: file != nil, arguments, environment)
      case .csv: report.csv
      case .json: try JSONText.encode(report, isPretty: true) + "\n"
      case .html: report.html
      }
    if let file {
      try FileSystem.write(Array(text.utf8), to: file)
    } else {
      try environment.output.write(text)
    }
    return .done
  }

  /// What is to be written, and into which file; nil for standard output.
  private static func destination(
    _ arguments: Arguments
  ) throws(UsageError) -> (Format, FilePath?) {
    let format = try arguments.format(self.format, json: .json)
    let hasFormat = arguments.isGiven(self.format) || arguments[CommonOptions.json]
    if arguments[csv] {
      guard !hasFormat || format == .csv else { throw conflict("csv", format.rawValue) }
      guard arguments[html] == nil else { throw conflict("csv", "html") }
      return (.csv, arguments[output])
    }
    guard let page = arguments[html] else { return (format, arguments[output]) }
    guard !hasFormat || format == .html else { throw conflict("html", format.rawValue) }
    guard arguments[output] == nil else { throw conflict("html", "output") }
    return (.html, page)
  }

  private static func conflict(_ option: String, _ other: String) -> UsageError {
    UsageError(
      problem: .combination("--\(option) and \(other) exclude each other"), command: command.name)
  }

  private static func text(
    _ report: LoudnessReport, toFile: Bool, _ arguments: Arguments, _ environment: Environment
  ) -> String {
    LoudnessReportText(
      report: report, width: toFile ? nil : environment.outputTerminal.width,
      style: toFile ? .plain : environment.style(arguments), albumsOnly: arguments[album]
    ).text
  }
}

import Catalog
import Decoders
import Glibc

/// `mucat export FORMAT`: tracks for DJ programs and players, beat grids for editors and games.
enum ExportCommand {
  enum Format: String, CaseIterable, Sendable {
    case m3u8, rekordbox, traktor, csv, json
    case audacity, beats, game, midi, stepmania, osu, fcpxml

    /// The form of one track's beats; nil for lists of tracks.
    var grid: BeatGridFormat? { BeatGridFormat(rawValue: rawValue) }
  }

  static let output = Option<FilePath?>(
    "output", short: "o", .file(), absent: "standard output", summary: "The file to write",
    details: "Written whole or not at all. For the beats of several tracks, a folder: each track "
      + "has a file of its own in it.")

  static let playlist = Option<[String]>(
    repeated: "playlist", .text("NAME"), summary: "Export a saved query, in its order",
    details: "May be given several times: rekordbox and traktor get a playlist of each. "
      + "'mucat playlist list' shows the names.")

  static let relative = Option<Bool>(
    switch: "relative", summary: "m3u8: paths from the file's folder on")

  static let map = Option<[PathMapping]>(
    repeated: "map", .pathMapping(), summary: "How a folder is called over there",
    details: "For rekordbox and traktor on another system: --map /home/me/Music=D:/Music")

  static let hotCues = Option<Int>(
    "hot-cues", .integer("N", in: 0...8), default: 0, summary: "Give the first N sections a pad",
    details: "For tracks without cues of your own; all sections become memory cues.")

  static let timeline = Option<ExportTimeline?>(
    "timeline", .choice("NAME"), absent: "the format's own",
    summary: "Whose clock the times are on",
    details: "For the beats of MP3s, which programs begin at different moments: docs/export.md.")

  static let marks = Option<[BeatGridFormat.Mark]>(
    "marks", .list("WHAT", of: BeatGridFormat.Mark.allCases),
    default: BeatGridFormat.Mark.allCases, summary: "audacity, fcpxml: what to mark")

  static let frameRate = Option<FrameRate>(
    "frame-rate", .frameRate(), default: .twentyFive, summary: "fcpxml: frames a second")

  static let command = Command(
    name: "export", summary: "Write tracks and beat grids for other programs",
    details: """
      Lists of tracks: m3u8, csv, json, and with beat grids, cues, keys and ratings rekordbox \
      (XML) and traktor (NML). Beats of one track, or of each in a folder: audacity, beats (CSV), \
      game (JSON), midi, stepmania, osu, fcpxml.

      What you set or imported counts before what was measured. Cues are yours; without any, the \
      starts of the sections when they are known. Times are on the clock of the program that \
      reads them, which for MP3s differs by up to 51 ms.

      rekordbox leaves tracks alone that it has already: after importing the XML, select them in \
      the tree "rekordbox xml" and choose "Import To Collection" again.
      """,
    examples: [
      .init(
        words: "mucat export rekordbox --output set.xml --playlist 'peak time'",
        summary: "A saved query with grids and cues."),
      .init(
        words: "mucat export traktor --output set.nml bpm:124..128 'key~8A' energy+",
        summary: "What a query finds, in its order."),
      .init(
        words: "mucat export audacity -o labels.txt title=Eple", summary: "Beats as labels."),
      .init(words: "mucat export game --output beats/ genre:dnb", summary: "One file a track."),
    ],
    operands: [
      Operand(
        name: "FORMAT", arity: .one, summary: "What to write",
        choices: Format.allCases.map(\.rawValue)),
      Operand(
        name: "EXPR", arity: .any, summary: "Which tracks, as in 'mucat query'",
        isExpression: true),
    ],
    options: [
      output.declaration, playlist.declaration, QueryCommand.limit.declaration,
      relative.declaration, map.declaration, hotCues.declaration, timeline.declaration,
      marks.declaration, frameRate.declaration, QueryWords.tempoTolerance.declaration,
    ],
    sections: [
      .init(
        title: "FORMATS",
        rows: [
          ("m3u8", "a playlist for any player, paths byte for byte"),
          ("rekordbox", "XML with tempo changes, cues, ratings, playlists"),
          ("traktor", "NML, the same"),
          ("csv, json", "a table; all that 'mucat query --json' tells"),
          ("audacity", "labels at beats, bars and sections"),
          ("beats", "a table of beats"),
          ("game", "beats, bars, sections, tempo, pace, loudness as one JSON document"),
          ("midi", "a tempo map for sequencers"),
          ("stepmania, osu", "a song file with timing and no notes"),
          ("fcpxml", "markers for Final Cut Pro"),
        ])
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    // The parser has checked the word.
    let format = Format(rawValue: arguments.operands.first?.text ?? "") ?? .m3u8
    try check(arguments, format)
    let catalog = try Catalog(path: environment.catalogPath(arguments), access: .readOnly)
    let lists = try await lists(arguments, in: catalog)
    guard lists.contains(where: { !$0.tracks.isEmpty }) else {
      if !arguments[CommonOptions.quiet] {
        try environment.errors.write(line: "nothing matches")
      }
      return .nothingFound
    }
    let export = TrackListExport(
      arguments: arguments, environment: environment, catalog: catalog)
    if let grid = format.grid { return try await export.writeGrids(lists, as: grid) }
    return try await export.writeLists(lists, as: format)
  }

  /// Tracks under the name of a playlist.
  struct List {
    var name: String
    var tracks: [Track]
  }

  private static func lists(_ arguments: Arguments, in catalog: Catalog) async throws -> [List] {
    var lists: [List] = []
    for name in arguments[playlist] {
      guard let saved = try await catalog.playlist(named: name) else {
        throw CatalogError.playlist(name: name, problem: "there is no such playlist")
      }
      let query = try saved.query(now: Int64(time(nil)))
      lists.append(List(name: saved.name, tracks: try await catalog.tracks(matching: query)))
    }
    let words = arguments.operands.dropFirst()
    if lists.isEmpty || !words.isEmpty {
      var query = try QueryWords.query(words, arguments)
      if let limit = arguments[QueryCommand.limit] { query.limit = limit }
      let name = words.isEmpty ? "mucat" : words.map(\.text).joined(separator: " ")
      lists.append(List(name: name, tracks: try await catalog.tracks(matching: query)))
    }
    return lists
  }

  /// - Throws: `UsageError` for options that have no meaning together.
  private static func check(_ arguments: Arguments, _ format: Format) throws(UsageError) {
    func refuse(_ option: String, _ formats: String) -> UsageError {
      UsageError(
        problem: .combination("--\(option) is for \(formats), not for \(format.rawValue)"),
        command: command.name)
    }
    let isCollection = format == .rekordbox || format == .traktor
    if arguments[relative], format != .m3u8 { throw refuse("relative", "m3u8") }
    if arguments[relative], arguments[output] == nil {
      throw UsageError(
        problem: .combination("--relative needs --output: from where would paths go on?"),
        command: command.name)
    }
    if !arguments[map].isEmpty, !isCollection { throw refuse("map", "rekordbox and traktor") }
    if arguments.isGiven(hotCues), !isCollection {
      throw refuse("hot-cues", "rekordbox and traktor")
    }
    if arguments.isGiven(timeline), format.grid == nil { throw refuse("timeline", "beat grids") }
    if arguments.isGiven(marks), format != .audacity, format != .fcpxml {
      throw refuse("marks", "audacity and fcpxml")
    }
    if arguments.isGiven(frameRate), format != .fcpxml { throw refuse("frame-rate", "fcpxml") }
  }
}

import Catalog
import Decoders
import Glibc

/// `mucat playlist`: queries kept by name, and the M3U8 files made of them.
enum PlaylistCommand {
  enum Action: String, CaseIterable {
    case save, list, remove, write
  }

  static let limit = QueryCommand.limit

  static let output = Option<FilePath>(
    "output", short: "o", .file("DIR"), default: FilePath("."),
    summary: "Where write puts the files")

  static let relative = Option<Bool>(
    switch: "relative", summary: "Write paths from the playlist's folder on",
    details: "For a drive that is mounted elsewhere next time.")

  static let command = Command(
    name: "playlist", summary: "Keep queries by name, and write them as playlists",
    details: """
      save NAME EXPR…  keeps a query; it is asked anew at each use, so that the playlist follows \
      the collection. In other queries it is in:NAME.
      list  shows what is kept.
      write [NAME…]  writes NAME.m3u8 for each, or for all: whole or not at all, and only when \
      something has changed.
      remove NAME…  forgets the query; files that were written stay.
      """,
    examples: [
      .init(
        words: "mucat playlist save 'peak time' bpm:124..130 'energy:>=8'",
        summary: "Keep a query."),
      .init(words: "mucat playlist list", summary: "What is kept?"),
      .init(
        words: "mucat playlist write --output ~/Music/Playlists", summary: "All of them, as M3U8."),
    ],
    operands: [
      Operand(
        name: "ACTION", arity: .one, summary: "What to do",
        choices: Action.allCases.map(\.rawValue)),
      Operand(
        name: "WORD", arity: .any, summary: "A name; for save, the query behind it",
        isExpression: true),
    ],
    options: [
      limit.declaration, QueryWords.tempoTolerance.declaration, output.declaration,
      relative.declaration,
    ],
    run: run)

  struct Record: Encodable {
    let schemaVersion = JSONText.schemaVersion
    let name, query: String
    let limit: Int?

    init(_ playlist: SavedQuery) {
      name = playlist.name
      query = playlist.text
      limit = playlist.limit
    }
  }

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    let words = arguments.operands.dropFirst().map(\.text)
    let path = environment.catalogPath(arguments)
    switch Action(rawValue: arguments.operands[0].text) {
    case .save:
      // A slip in a query is told before anything is kept.
      _ = try QueryWords.query(arguments.operands.dropFirst(2), arguments)
      let name = try self.name(in: words)
      let catalog = try writable(path)
      try await catalog.save(
        SavedQuery(
          name: name, words: Array(words.dropFirst()), limit: arguments[limit],
          tempoTolerance: QueryWords.ratio(arguments)))
      return .done
    case .remove:
      _ = try name(in: words)
      let catalog = try writable(path)
      for name in words {
        guard try await catalog.removePlaylist(named: name) else {
          throw CatalogError.playlist(name: name, problem: "there is no such playlist")
        }
      }
      return .done
    case .write:
      return try await write(words, arguments, environment)
    case .list, nil:
      return try await list(arguments, environment)
    }
  }

  private static func name(in words: [String]) throws(UsageError) -> String {
    guard let name = words.first, !name.isEmpty else {
      throw UsageError(problem: .missingOperand("NAME"), command: command.name)
    }
    return name
  }

  /// The catalogue for writing; it must be there.
  private static func writable(_ path: FilePath) throws -> Catalog {
    _ = try Catalog(path: path, access: .readOnly)
    return try Catalog(path: path, access: .readWrite)
  }

  private static func list(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    let catalog = try Catalog(path: environment.catalogPath(arguments), access: .readOnly)
    let playlists = try await catalog.playlists()
    for playlist in playlists {
      if arguments[CommonOptions.json] {
        try environment.output.write(line: JSONText.encode(Record(playlist)))
      } else {
        let limit = playlist.limit.map { " (at most \(NumberText.count($0)))" } ?? ""
        try environment.output.write(
          line: Sanitize.forPeople("\(playlist.name): \(playlist.text)\(limit)"))
      }
    }
    return playlists.isEmpty ? .nothingFound : .done
  }

  // MARK: - Writing

  private static func write(
    _ names: [String], _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    let catalog = try Catalog(path: environment.catalogPath(arguments), access: .readOnly)
    var wanted: [SavedQuery] = names.isEmpty ? try await catalog.playlists() : []
    for name in names {
      guard let playlist = try await catalog.playlist(named: name) else {
        throw CatalogError.playlist(name: name, problem: "there is no such playlist")
      }
      wanted.append(playlist)
    }
    let folder = FileSystem.absolute(arguments[output])
    if let problem = FileSystem.problem(reaching: folder) {
      throw Failure("\(folder.displayText): \(problem)")
    }
    var status = ExitStatus.done
    for playlist in wanted {
      let tracks = try await catalog.tracks(matching: playlist.query(now: Int64(time(nil))))
      let (bytes, omitted) = TrackExport.playlist(
        tracks, relativeTo: arguments[relative] ? folder : nil)
      let file = folder.appending(fileName(playlist.name))
      if FileSystem.contents(of: file, limit: bytes.count + 1) != bytes {
        try FileSystem.write(bytes, to: file)
      }
      for track in omitted {
        try environment.errors.write(
          line: "mucat: \(track.path.displayText): left out: a playlist cannot hold a name with a "
            + "line break")
        status = .failed
      }
      if !arguments[CommonOptions.quiet] {
        try environment.errors.write(
          line: "\(file.displayText): \(NumberText.count(tracks.count - omitted.count, "track"))")
      }
    }
    return wanted.isEmpty ? .nothingFound : status
  }

  /// The name as a file's: without separators, and not hidden.
  static func fileName(_ name: String) -> [UInt8] {
    let plain = name.map { $0 == "/" || $0 == "\0" ? "-" : $0 }
    let text = String(plain)
    return Array(((text.hasPrefix(".") ? "_" : "") + text + ".m3u8").utf8)
  }
}

import Catalog
import Decoders

/// `mucat lab`: a page to look at and listen to, of a track or of the whole catalogue.
enum LabCommand {
  static let output = Option<FilePath?>(
    "output", short: "o", .file("PATH"),
    absent: "the file's name with .html, here; for --library mucat-library",
    summary: "The page to write; for --library a folder",
    details: "Whole or not at all: a page of that name is replaced when the new one is ready.")

  static let open = Option<Bool>(
    switch: "open", summary: "Show the page in the browser", details: "By xdg-open.")

  static let embed = Option<Bool>(
    switch: "embed", summary: "Put the music into the page",
    details: "The usual for files up to \(NumberText.bytes(PageAudio.usualLimit)). What browsers "
      + "do not play (AIFF, WavPack, Monkey's Audio and the like) goes in as WAV.")

  static let link = Option<Bool>(
    switch: "link", summary: "Let the page refer to the music file",
    details: "The page is small then, and plays as long as both stay where they are.")

  static let library = Option<Bool>(
    switch: "library", summary: "A page of the catalogue, not of a track",
    details: "TRACK is then a query, as in 'mucat query'; without one, everything is on the page.")

  static let pages = Option<Bool>(
    switch: "pages", summary: "With --library, also a page for each track",
    details: "In the folder tracks, their music linked. Pages that are there are kept.")

  static let command = Command(
    name: "lab", summary: "Make a page to see and hear a track, or the library",
    details: """
      The page of a track shows its waveform, key, beats, structure, pace, instruments and \
      loudness over one line of time, plays the music, and lights every beat. Its Share button \
      gives the JSON of 'mucat analyze', its Filmstrip button a plan of cuts on the beats. It is \
      one file that needs no net.

      TRACK is a file, or a part of a name in the catalogue. A file that the catalogue knows and \
      that has not changed is not analysed again.

      With --library the page is a table of the catalogue to sort, search and narrow down by key, \
      tempo and loudness. Tracks that have a page in the folder tracks are linked to it.
      """,
    examples: [
      .init(words: "mucat lab song.flac --open", summary: "Look at a song."),
      .init(
        words: "mucat lab 'Night Ferry' --link -o ferry.html",
        summary: "A small page beside the music."),
      .init(
        words: "mucat lab --library genre:house -o house --pages",
        summary: "All house, each track with its page."),
    ],
    operands: [
      Operand(
        name: "TRACK", arity: .any, summary: "A file, or a part of a name; with --library a query",
        completion: .files, isExpression: true)
    ],
    options: [
      output.declaration, open.declaration, embed.declaration, link.declaration,
      library.declaration, pages.declaration, QueryWords.tempoTolerance.declaration,
    ],
    run: run)

  /// What was written.
  struct Record: Encodable {
    let schemaVersion = JSONText.schemaVersion
    let page: String
    let pageBytes: String?
    /// Bytes of the page.
    let size: Int
    /// Whether the page of a track holds its music; nil for a library.
    let isEmbedded: Bool?
    /// Tracks on the page of a library.
    let trackCount: Int?

    init(_ page: FilePath, size: Int, isEmbedded: Bool? = nil, trackCount: Int? = nil) {
      let record = PathRecord(page)
      (self.page, pageBytes) = (record.path, record.pathBytes)
      (self.size, self.isEmbedded, self.trackCount) = (size, isEmbedded, trackCount)
    }
  }

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    try check(arguments)
    return try await Interrupts.cancelling {
      if arguments[library] {
        return try await LibraryWriting(arguments: arguments, environment: environment).run()
      }
      return try await writeTrack(arguments, environment)
    }
  }

  private static func check(_ arguments: Arguments) throws(UsageError) {
    func usage(_ sentence: String) -> UsageError {
      UsageError(problem: .combination(sentence), command: command.name)
    }
    guard !(arguments[embed] && arguments[link]) else {
      throw usage("--embed and --link exclude each other")
    }
    if arguments[library] {
      guard !arguments[embed], !arguments[link] else {
        throw usage("--embed and --link are for the page of a track")
      }
    } else {
      guard !arguments[pages] else { throw usage("--pages is for --library") }
      guard !arguments.operands.isEmpty else {
        throw usage("a TRACK is wanted, or --library")
      }
    }
  }

  private static func writeTrack(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    let subject = try await LabSubject.find(arguments.operands, arguments, environment)
    let usual = FilePath(bytes: TrackPage.stem(of: subject.file) + Array(".html".utf8))
    let target = arguments[output] ?? usual
    try protect(target, from: subject.file, isNamed: arguments.isGiven(output))
    let choice: PageAudio.Choice =
      arguments[embed] ? .embedded : arguments[link] ? .linked : .automatic
    let page = try TrackPage.make(
      of: subject, audio: choice, in: FileSystem.absolute(target.parent))
    if let note = page.audio.note, !arguments[CommonOptions.quiet] {
      try environment.errors.write(line: "note: " + Sanitize.forPeople(note))
    }
    let bytes = try page.bytes()
    try FileSystem.write(bytes, to: target)
    let record = Record(
      target, size: bytes.count, isEmbedded: page.audio.reference.embedded)
    try report(target, record, arguments, environment)
    return .done
  }

  /// Says which page was written, and shows it when that is asked for.
  static func report(
    _ page: FilePath, _ record: Record, _ arguments: Arguments, _ environment: Environment
  ) throws {
    let line =
      arguments[CommonOptions.json]
      ? try JSONText.encode(record) : Sanitize.forPeople(page.displayText)
    try environment.output.write(line: line)
    try environment.output.flush()
    if arguments[open] { try Browser.show(FileSystem.absolute(page), environment) }
  }

  /// - Throws: `Failure` when the page would take the place of the music, or, not being named by
  ///   the user, of a file that is not mucat's.
  private static func protect(
    _ page: FilePath, from music: FilePath, isNamed: Bool
  ) throws(Failure) {
    guard FileSystem.problem(reaching: page) == nil else { return }
    guard FileSystem.absolute(page) != FileSystem.absolute(music) else {
      throw Failure("\(page.displayText): is the music itself")
    }
    if isNamed { return }
    let head = FileSystem.contents(of: page, limit: 512) ?? []
    guard LabPage.isPage(head: head) else {
      throw Failure(
        "\(page.displayText): is there already, and no page of mucat; give another name with -o")
    }
  }
}

import Catalog
import Decoders

/// Writes the page of a catalogue into a folder, and pages of its tracks below it.
struct LibraryWriting {
  let arguments: Arguments
  let environment: Environment

  private static let usualFolder = FilePath("mucat-library")
  private static let trackFolder = "tracks"

  func run() async throws -> ExitStatus {
    let catalog = try Catalog(path: environment.catalogPath(arguments), access: .readOnly)
    let query = try QueryWords.query(arguments.operands, arguments)
    let tracks = try await catalog.tracks(matching: query)
    guard !tracks.isEmpty else {
      if !arguments[CommonOptions.quiet] { try environment.errors.write(line: "nothing matches") }
      return .nothingFound
    }
    let folder = arguments[LabCommand.output] ?? Self.usualFolder
    try FileSystem.makeFolder(folder)
    let failed = arguments[LabCommand.pages] ? try await writePages(tracks, folder, catalog) : 0
    let bytes = try LibraryPage(tracks) { track in
      let page = folder.appending(Self.place(of: track).utf8)
      return FileSystem.problem(reaching: page) == nil ? Self.place(of: track) : nil
    }.bytes()
    let index = folder.appending("index.html".utf8)
    try FileSystem.write(bytes, to: index)
    try LabCommand.report(
      index, LabCommand.Record(index, size: bytes.count, trackCount: tracks.count), arguments,
      environment)
    return failed > 0 ? .failed : .done
  }

  /// A track's page, from the library's.
  private static func place(of track: Track) -> String {
    "\(trackFolder)/\(track.recordingID).html"
  }

  /// - Returns: How many could not be made; each is told.
  private func writePages(
    _ tracks: [Track], _ folder: FilePath, _ catalog: Catalog
  ) async throws -> Int {
    let pageFolder = folder.appending(Self.trackFolder.utf8)
    try FileSystem.makeFolder(pageFolder)
    var failed = 0
    for track in tracks {
      try Task.checkCancellation()
      let page = folder.appending(Self.place(of: track).utf8)
      guard FileSystem.problem(reaching: page) != nil else { continue }
      do {
        let subject = try await LabSubject(track, in: catalog)
        let made = try TrackPage.make(
          of: subject, audio: .linked, in: FileSystem.absolute(pageFolder))
        try FileSystem.write(try made.bytes(), to: page)
      } catch let failure as Failure {
        try environment.errors.write(line: failure.message)
        failed += 1
      }
    }
    return failed
  }
}

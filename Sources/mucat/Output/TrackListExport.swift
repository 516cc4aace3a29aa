import Analysis
import Catalog
import Decoders
import Glibc

/// Writes what `mucat export` was asked for, and says what could not be written.
struct TrackListExport {
  let arguments: Arguments
  let environment: Environment
  let catalog: Catalog

  /// All that is known of tracks, as one document.
  private struct Document: Encodable {
    let schemaVersion = JSONText.schemaVersion
    let tracks: [TrackRecord]
  }

  // MARK: - Lists

  func writeLists(
    _ lists: [ExportCommand.List], as format: ExportCommand.Format
  ) async throws -> ExitStatus {
    let tracks = distinct(lists)
    var status = ExitStatus.done
    switch format {
    case .m3u8:
      let folder = try arguments[ExportCommand.output].map { try self.folder(of: $0) }
      let (bytes, omitted) = TrackExport.playlist(
        lists.flatMap(\.tracks), relativeTo: arguments[ExportCommand.relative] ? folder : nil)
      for track in omitted {
        try complain(track, "left out: a playlist cannot hold a name with a line break")
        status = .failed
      }
      try write(bytes)
    case .csv: try write(TrackExport.csv(tracks))
    case .json:
      let document = Document(tracks: tracks.map { TrackRecord($0) })
      try write(Array((try JSONText.encode(document) + "\n").utf8))
    default:
      status = try await writeCollection(lists, as: format)
    }
    try summarise(tracks.count)
    return status
  }

  private func writeCollection(
    _ lists: [ExportCommand.List], as format: ExportCommand.Format
  ) async throws -> ExitStatus {
    var collection = ExportCollection(
      mappings: arguments[ExportCommand.map], hotCueCount: arguments[ExportCommand.hotCues])
    var status = ExitStatus.done
    for list in lists {
      var tracks = list.tracks
      if format == .traktor {
        for track in tracks where track.path.utf8Text == nil {
          try complain(track, "left out: Traktor cannot hold a name that is not UTF-8")
          status = .failed
        }
        tracks.removeAll { $0.path.utf8Text == nil }
      }
      try await collection.addPlaylist(list.name, of: tracks) { track in
        try await catalog.exportTrack(track, types: [.rhythm, .structure])
      }
    }
    for track in collection.tracksWithOddText {
      try complain(track, "characters that XML cannot hold are left out of its tags")
    }
    let text =
      format == .rekordbox
      ? RekordboxXML.document(collection) : TraktorNML.document(collection)
    try write(Array(text.utf8))
    return status
  }

  // MARK: - Beats

  /// Writes the beats of one track to the output, or of several to files in a folder.
  func writeGrids(
    _ lists: [ExportCommand.List], as format: BeatGridFormat
  ) async throws -> ExitStatus {
    let tracks = distinct(lists)
    let output = arguments[ExportCommand.output]
    let isFolder = output.map { FileSystem.isFolder($0) } ?? false
    guard tracks.count == 1 || isFolder else {
      throw UsageError(
        problem: .combination(
          "beats of \(NumberText.count(tracks.count)) tracks need a folder that is there: "
            + "--output DIR"), command: ExportCommand.command.name)
    }
    var options = BeatGridFormat.Options()
    options.timeline = arguments[ExportCommand.timeline]
    options.marks = Set(arguments[ExportCommand.marks])
    options.frameRate = arguments[ExportCommand.frameRate]
    var status = ExitStatus.done
    var taken: Set<[UInt8]> = []
    var count = 0
    for track in tracks {
      try Task.checkCancellation()
      let entry = try await catalog.exportTrack(track)
      let bytes: [UInt8]
      do throws(BeatGridError) {
        bytes = try format.document(for: entry, options)
      } catch {
        try complain(track, error.description)
        status = .failed
        continue
      }
      count += 1
      if let output, isFolder {
        let name = fileName(of: track, format, taken: &taken)
        try FileSystem.write(bytes, to: output.appending(name))
      } else {
        try write(bytes)
      }
    }
    try summarise(count)
    return status
  }

  /// The name of a track's file with another ending; a number tells two of one name apart.
  private func fileName(
    of track: Track, _ format: BeatGridFormat, taken: inout Set<[UInt8]>
  ) -> [UInt8] {
    let name = track.path.lastComponent
    let ending = name.fileExtension
    let stem = Array(ending.isEmpty ? name.bytes[...] : name.bytes.dropLast(ending.utf8.count + 1))
    var candidate = stem + Array(".\(format.fileExtension)".utf8)
    var number = 2
    while !taken.insert(candidate).inserted {
      candidate = stem + Array(" \(number).\(format.fileExtension)".utf8)
      number += 1
    }
    return candidate
  }

  // MARK: - Shared

  /// Each file once, where it comes first.
  private func distinct(_ lists: [ExportCommand.List]) -> [Track] {
    var seen: Set<Int64> = []
    return lists.flatMap(\.tracks).filter { seen.insert($0.fileID).inserted }
  }

  private func folder(of file: FilePath) throws -> FilePath {
    let folder = FileSystem.absolute(file.parent)
    if let problem = FileSystem.problem(reaching: folder) {
      throw Failure("\(folder.displayText): \(problem)")
    }
    return folder
  }

  private func write(_ bytes: [UInt8]) throws {
    if let output = arguments[ExportCommand.output], output.bytes != Array("-".utf8) {
      try FileSystem.write(bytes, to: output)
    } else {
      try environment.output.write(bytes: bytes)
      try environment.output.flush()
    }
  }

  private func complain(_ track: Track, _ sentence: String) throws {
    try environment.errors.write(
      line: Sanitize.forPeople("mucat: \(track.path.displayText): \(sentence)"))
  }

  private func summarise(_ count: Int) throws {
    if !arguments[CommonOptions.quiet] {
      try environment.errors.write(line: NumberText.count(count, "track"))
    }
  }
}

import Analysis
import Catalog
import Decoders

/// `mucat show TRACK`: everything that the catalogue knows of a track.
enum ShowCommand {
  static let plot = Option<FilePath?>(
    "plot", .file(), absent: "no picture", summary: "Draw the form into this SVG file",
    details: "As 'mucat analyze --plot' does. The file is listened to again for it.")

  static let command = Command(
    name: "show", summary: "Show everything known about a track",
    details: """
      Tags, tempo, key and loudness with their alternatives and how sure they are, the keys over \
      time, and the file. Where something could not be determined, the reason stands instead.

      With --json, the track as in 'mucat query --json' is under "track", and the whole result, \
      as 'mucat analyze' writes it, under "result"; what the decoder met is under "decodeReport", and all that the file's tags say, \
      with what was odd about them, under "tags".
      """,
    examples: [
      .init(words: "mucat show 'Night Ferry'", summary: "By a part of its name."),
      .init(words: "mucat show ~/Music/a.flac --json", summary: "By file, for a program."),
      .init(
        words: "mucat show 'Night Ferry' --plot ferry.svg", summary: "With a picture of its form."),
    ],
    operands: [TrackArgument.operand],
    options: [plot.declaration],
    run: run)

  private struct Record: Encodable {
    let schemaVersion = JSONText.schemaVersion
    let track: TrackRecord
    let result: MusicUnderstandingSession.SessionResult?
    let decodeReport: DecodeReport?
    let tags: Tags?
  }

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    let catalog = try Catalog(path: environment.catalogPath(arguments), access: .readOnly)
    let track = try await TrackArgument.track(arguments.operands, in: catalog)
    let result = try await catalog.result(of: track.recordingID)
    let report = try await catalog.decodeReport(of: track.recordingID)
    let tags = try await catalog.tags(of: track.fileID)
    if arguments[CommonOptions.json] {
      let record = Record(
        track: TrackRecord(track), result: result, decodeReport: report, tags: tags)
      try environment.output.write(line: JSONText.encode(record))
    } else {
      let state = try await catalog.fileState(at: track.path)
      let text = TrackText(
        track: track, result: result,
        report: report, tags: tags,
        size: state?.identity.size,
        width: environment.outputTerminal.width, style: environment.style(arguments))
      for line in text.lines { try environment.output.write(line: line) }
    }
    guard let picture = arguments[plot] else { return .done }
    try environment.output.flush()
    try await Interrupts.cancelling {
      try await FormPicture.draw(track.path, title: TrackTable.name(track), into: picture)
    }
    return .done
  }
}

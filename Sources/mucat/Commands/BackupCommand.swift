import Catalog
import Decoders

/// `mucat backup FILE`: the catalogue, whole, in another file.
enum BackupCommand {
  static let command = Command(
    name: "backup", summary: "Copy the catalogue into another file",
    details: """
      The copy is a catalogue of its own, as the catalogue was at one moment; a scan may go on \
      meanwhile. An earlier backup of that name is replaced when the new one is whole; any other \
      file is left alone. Any command can ask a backup, with --catalog.
      """,
    examples: [
      .init(words: "mucat backup /media/usb/music.db", summary: "Onto another drive.")
    ],
    operands: [
      Operand(name: "FILE", arity: .one, summary: "The file to write", completion: .files)
    ],
    run: run)

  struct Record: Encodable {
    let schemaVersion = JSONText.schemaVersion
    let catalog, backup: String
  }

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    let file = arguments.operands[0].path
    let catalog = try Catalog(path: environment.catalogPath(arguments), access: .readOnly)
    guard FileSystem.absolute(file) != FileSystem.absolute(catalog.path) else {
      throw Failure("\(file.displayText): this is the catalogue itself", status: .usage)
    }
    try await catalog.backUp(to: file)
    if arguments[CommonOptions.json] {
      try environment.output.write(
        line: JSONText.encode(
          Record(catalog: catalog.path.displayText, backup: file.displayText)))
    }
    return .done
  }
}

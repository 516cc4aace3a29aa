import Catalog

/// `mucat errors`: the files that could not be heard, and why.
enum ErrorsCommand {
  static let command = Command(
    name: "errors", summary: "List the files that could not be analysed",
    details: """
      Lists what earlier scans could not read, with the reason. Such files are not tried again \
      until they change; 'mucat scan --retry-failed' tries them all.
      """,
    examples: [.init(words: "mucat errors", summary: "Which files failed, and why?")],
    run: run)

  struct Record: Encodable {
    let schemaVersion = JSONText.schemaVersion
    let path: String
    let pathBytes: String?
    let code, reason: String
    let scannedAt: Int64

    init(_ row: FailureRow) {
      let place = PathRecord(row.path)
      path = place.path
      pathBytes = place.pathBytes
      code = row.code
      reason = row.reason
      scannedAt = row.scannedAt
    }
  }

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    let catalog = try Catalog(path: environment.catalogPath(arguments), access: .readOnly)
    let failures = try await catalog.failures()
    for row in failures {
      try environment.output.write(
        line: arguments[CommonOptions.json] ? JSONText.encode(Record(row)) : line(row))
    }
    if failures.isEmpty, !arguments[CommonOptions.quiet] {
      try environment.errors.write(line: "no file failed")
    }
    return failures.isEmpty ? .nothingFound : .done
  }

  /// `PATH: reason`.
  static func line(_ row: FailureRow) -> String {
    Sanitize.forPeople(row.path.displayText + ": " + row.reason)
  }
}

import Catalog
import Decoders

/// `mucat scan PATH…`: listens to what is new, and keeps what was heard.
enum ScanCommand {
  static let jobs = Option<Int?>(
    "jobs", short: "j", .integer("N", in: 1...256), absent: "one per processor core",
    summary: "How many files to listen to at once")

  static let retryFailed = Option<Bool>(
    switch: "retry-failed", summary: "Try files again that failed before",
    details: "Otherwise they are tried again when they change.")

  static let allowBulkRemoval = Option<Bool>(
    switch: "allow-bulk-removal", summary: "Believe that many files are gone",
    details: "When a folder is empty, or more than a fifth of its files are gone, its drive may "
      + "just not be there: nothing is marked as gone then, unless this is given.")

  static let legacyEncoding = Option<LegacyEncoding?>(
    "legacy-encoding", .encoding(), absent: "what was said before, else windows-1252",
    summary: "The code page of old tags in these folders",
    details: "For tags that hold neither ASCII nor Unicode: cp1251, shift_jis, gbk … It is "
      + "remembered for these folders; tags that were read with another are read again.")

  static let command = Command(
    name: "scan", summary: "Listen to the music in folders and keep what was heard",
    details: """
      Goes through folders and their sub-folders, listens to every audio file that is new or has \
      changed, and stores tempo, key, loudness and tags in the catalogue. The files are only read.

      Every file is stored as soon as it is done: whatever stops a scan, the same command goes on \
      from there. Files that were moved, renamed or retagged are recognised by their sound and are \
      not listened to again. A file that cannot be read is reported with its reason, and does not \
      stop the rest.

      One scan at a time may write to a catalogue; queries are welcome meanwhile. With --json, \
      each line is {"type": "begin" | "track" | "failure" | "warning" | "summary", "data": {…}}.
      """,
    examples: [
      .init(words: "mucat scan ~/Music", summary: "Everything there; again later for what is new."),
      .init(
        words: "mucat scan /media/usb --catalog usb.db --jobs 1",
        summary: "Into a catalogue of its own, with one core only."),
    ],
    operands: [
      Operand(
        name: "PATH", arity: .oneOrMore, summary: "Folders, or single files", completion: .files)
    ],
    options: [
      jobs.declaration, retryFailed.declaration, allowBulkRemoval.declaration,
      legacyEncoding.declaration,
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    let roots = arguments.operands.map(\.path)
    try checkExistence(of: roots)
    let catalog = try Catalog(path: environment.catalogPath(arguments), access: .readWrite)
    let scanner = Scanner(catalog: catalog, options: options(arguments, roots: roots))
    let report = ScanReport(arguments, environment)
    try report.begin(roots: roots, catalog: catalog.path)
    let summary = try await report.showingProgress { progress in
      try await Interrupts.cancelling { try await scanner.run(progress: progress) }
    }
    let storedCount =
      summary.wasCancelled ? try await catalog.statistics().presentFileCount : 0
    return try report.end(summary, storedCount: storedCount)
  }

  private static func options(_ arguments: Arguments, roots: [FilePath]) -> Scanner.Options {
    var options =
      arguments[jobs].map { Scanner.Options(roots: roots, jobs: $0) }
      ?? Scanner.Options(roots: roots)
    options.retriesFailed = arguments[retryFailed]
    options.allowsBulkRemoval = arguments[allowBulkRemoval]
    options.legacyEncoding = arguments[legacyEncoding]
    return options
  }

  /// A slip in a path is found before anything is written.
  private static func checkExistence(of roots: [FilePath]) throws(Failure) {
    for root in roots {
      if let problem = FileSystem.problem(reaching: root) {
        throw Failure("\(root.displayText): \(problem)")
      }
    }
  }
}

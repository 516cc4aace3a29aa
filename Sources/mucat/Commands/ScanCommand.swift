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

  static let exclude = Option(
    repeated: "exclude", .text("GLOB"), summary: "Pass over files and folders of this name",
    details: "As in .gitignore: *.tmp.flac at any depth, Incoming/ for folders, /a/b from the "
      + "scanned folder on. May be given several times. A file .mucatignore with such lines does "
      + "the same for its folder.")

  static let stale = Option<Bool>(
    switch: "stale", summary: "Only renew what older algorithms made",
    details: "No folder is walked: the catalogue knows which files. After an upgrade; an ordinary "
      + "scan does the same for the files that it meets.")

  static let watch = Option<Bool>(
    switch: "watch", summary: "Go on until interrupted: scan what changes",
    details: "A change is taken up when it has been quiet for three seconds, so that a file being "
      + "copied is read once.")

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
      .init(words: "mucat scan --stale", summary: "After an upgrade: renew what has improved."),
      .init(
        words: "mucat scan /media/usb --catalog usb.db --jobs 1",
        summary: "Into a catalogue of its own, with one core only."),
    ],
    operands: [
      Operand(
        name: "PATH", arity: .any, summary: "Folders, or single files", completion: .files)
    ],
    options: [
      jobs.declaration, exclude.declaration, retryFailed.declaration, stale.declaration,
      watch.declaration, allowBulkRemoval.declaration, legacyEncoding.declaration,
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    let roots = arguments.operands.map(\.path)
    guard !arguments[watch] || !arguments[stale] else {
      throw UsageError(
        problem: .combination("--watch and --stale exclude each other"), command: command.name)
    }
    guard !roots.isEmpty || arguments[stale] else {
      throw UsageError(problem: .missingOperand("PATH"), command: command.name)
    }
    try checkExistence(of: roots)
    let catalog = try Catalog(path: environment.catalogPath(arguments), access: .readWrite)
    let options = options(arguments, roots: roots)
    let report = ScanReport(arguments, environment)
    try report.begin(roots: roots, catalog: catalog.path)
    if arguments[watch] {
      let watch = LibraryWatch(catalog: catalog, options: options)
      return try await report.showingProgress { progress in
        try await Interrupts.cancelling {
          try await watch.run(progress: progress) { report.tell($0) }
        }
        return .done
      }
    }
    let scanner = Scanner(catalog: catalog, options: options)
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
    options.excluded = arguments[exclude]
    options.onlyStale = arguments[stale]
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

import Catalog
import Decoders
import Synchronization

/// Tells people, or with `--json` programs, how a scan goes and how it ended.
final class ScanReport: Sendable {
  private let environment: Environment
  private let isJSON: Bool
  private let isQuiet: Bool
  private let isStaleOnly: Bool
  private let start = ContinuousClock.now
  private let told = Mutex(Told())

  /// What the events of a running scan have said, and why they stopped.
  private struct Told {
    var failures: Set<FilePath> = []
    var error: (any Error)?
  }

  /// Failures shown at the end; more would push everything else off the screen.
  private static let shownFailureCount = 20

  init(_ arguments: Arguments, _ environment: Environment) {
    self.environment = environment
    isJSON = arguments[CommonOptions.json]
    isQuiet = arguments[CommonOptions.quiet]
    isStaleOnly = arguments[ScanCommand.stale]
  }

  func begin(roots: [FilePath], catalog: FilePath) throws {
    guard isJSON else { return }
    try emit("begin", ScanEvent.Begin(roots: roots, catalog: catalog))
  }

  /// Runs a scan with what it is to call for every step.
  ///
  /// When the output cannot be written any more, the scan is stopped and the error thrown.
  func showingProgress<Result>(
    _ scan: (@escaping @Sendable (ScanProgress) -> Void) async throws -> Result
  ) async throws -> Result {
    // Events and the line would overwrite each other on one terminal.
    let collides = isJSON && environment.outputTerminal.isTerminal
    let line =
      isQuiet || collides
      ? nil : ProgressLine(stream: environment.errors, terminal: environment.errorTerminal)
    defer { line?.finish() }
    let result = try await scan { progress in
      line?.show(progress)
      if self.isJSON { self.tell(progress) }
    }
    if let error = told.withLock({ $0.error }) { throw error }
    return result
  }

  // MARK: - Events

  private func tell(_ progress: ScanProgress) {
    guard let path = progress.latestPath, let outcome = progress.latestOutcome else { return }
    do {
      switch outcome {
      case .analysed, .attached, .fingerprinted:
        try emit("track", ScanEvent.Track(path: path, outcome: outcome))
      case .failed(let code, let reason):
        try emit("failure", ScanEvent.Failure(path: path, code: code, reason: reason))
        told.withLock { _ = $0.failures.insert(path) }
      case .vanished:
        break
      }
    } catch {
      told.withLock { $0.error = $0.error ?? error }
      withUnsafeCurrentTask { $0?.cancel() }
    }
  }

  /// Tells what happens while folders are watched. When it cannot be told any more, the watch ends.
  func tell(_ event: LibraryWatch.Event) {
    do {
      switch event {
      case .scanning: break
      case .scanned(let summary):
        // Most scans of a watch find that what changed was no music.
        guard
          summary.analysed + summary.attached + summary.fingerprinted + summary.missing
            + summary.failed.count > 0
            || !summary.warnings.isEmpty
        else { break }
        _ = try end(summary, storedCount: 0)
      case .postponed(let pid):
        try warn("another scan is at work (process \(pid)); waiting for it")
      case .overflown: try warn("too many changes at once: everything is looked at")
      case .polling(let reason): try warn(reason + ": everything is looked at once a minute")
      }
    } catch {
      told.withLock { $0.error = $0.error ?? error }
      withUnsafeCurrentTask { $0?.cancel() }
    }
  }

  private func warn(_ sentence: String) throws {
    if isJSON {
      try emit("warning", ScanEvent.Warning(message: sentence))
    } else {
      try environment.errors.write(line: "mucat: " + Sanitize.forPeople(sentence))
    }
  }

  private func emit(_ type: String, _ data: some Encodable) throws {
    try environment.output.write(line: JSONText.encode(ScanEvent.Line(type: type, data: data)))
    try environment.output.flush()
  }

  // MARK: - The end

  /// - Parameter storedCount: The files in the catalogue, of interest after an interruption.
  func end(_ summary: ScanSummary, storedCount: Int) throws -> ExitStatus {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    var status = Self.status(summary)
    // That nothing is stale is what was hoped for.
    if isStaleOnly, status == .nothingFound { status = .done }
    if isJSON {
      let known = told.withLock { $0.failures }
      for row in summary.failed where !known.contains(row.path) {
        try emit(
          "failure", ScanEvent.Failure(path: row.path, code: row.code, reason: row.reason))
      }
      for warning in summary.warnings {
        try emit("warning", ScanEvent.Warning(message: warning.description))
      }
      try emit("summary", ScanEvent.Summary(summary, seconds: seconds))
    } else {
      for line in failureLines(summary) { try environment.errors.write(line: line) }
      for warning in summary.warnings {
        try environment.errors.write(
          line: "mucat: " + Sanitize.forPeople(warning.description)
            + " (--allow-bulk-removal overrules)")
      }
    }
    if status == .interrupted {
      try environment.errors.write(
        line: "interrupted: \(NumberText.count(storedCount, "file")) "
          + "\(storedCount == 1 ? "is" : "are") in the catalogue; "
          + "run the same command to go on")
    } else if status == .nothingFound {
      try environment.errors.write(line: "mucat: no audio files found")
    } else if !isQuiet, !isJSON {
      try environment.errors.write(line: Self.sentence(summary, seconds: seconds))
    }
    return status
  }

  static func status(_ summary: ScanSummary) -> ExitStatus {
    if summary.wasCancelled { return .interrupted }
    if !summary.failed.isEmpty { return .failed }
    if summary.found == 0 { return .nothingFound }
    return summary.warnings.isEmpty ? .done : .failed
  }

  private func failureLines(_ summary: ScanSummary) -> [String] {
    var lines = summary.failed.prefix(Self.shownFailureCount).map { row in
      "mucat: " + ErrorsCommand.line(row)
    }
    let rest = summary.failed.count - lines.count
    if rest > 0 {
      lines.append("… and \(NumberText.count(rest)) more: 'mucat errors' lists them")
    }
    return lines
  }

  /// `analysed 12 tracks (3:20 of music, 80× real time), 3 unchanged, 1 failed`.
  static func sentence(_ summary: ScanSummary, seconds: Double) -> String {
    var parts: [String] = []
    if summary.analysed > 0 {
      let music = NumberText.duration(summary.audioSeconds) + " of music"
      let time = " in " + NumberText.duration(max(1, seconds))
      let speed = seconds > 0 ? summary.audioSeconds / seconds : 0
      let rate = NumberText.fixed(speed, places: speed < 10 ? 1 : 0) + "× real time"
      parts.append(
        "analysed \(NumberText.count(summary.analysed, "track")): \(music)\(time), \(rate)")
    }
    func add(_ count: Int, _ words: String) {
      if count > 0 { parts.append("\(NumberText.count(count)) \(words)") }
    }
    add(summary.attached, "moved, copied or retagged")
    add(summary.fingerprinted, "fingerprinted anew")
    add(summary.unchanged - summary.stillFailed, "unchanged")
    add(summary.missing, "gone")
    add(summary.failed.count, "failed")
    add(summary.stillFailed, "failed before and skipped (--retry-failed tries again)")
    return parts.isEmpty ? "nothing to do" : parts.joined(separator: "; ")
  }
}

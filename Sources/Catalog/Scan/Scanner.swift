import Decoders
import FoundationEssentials

/// Brings a catalogue up to date with the files on disk.
///
/// - A file whose size, times, inode and device are those of the last scan is not opened.
/// - Of any other file the payload hash is taken. If the catalogue knows it, the file was moved,
///   copied or retagged, and gets the known recording; else it is decoded once and analysed.
/// - Of a recording that other releases analysed, what their algorithms made is made anew; an
///   analysis whose algorithm is still the same is kept.
/// - Each file is one transaction: whatever stops a scan, what was done is kept.
/// - A file that fails is a row with its reason and stops nothing. It is tried again when it
///   changes, when the decoders have (``Decoders/AudioAsset/decoderVersion``), when it waited for
///   ffmpeg and that is there now, when its failure was the system's (`io`), or when asked for.
/// - Files that are gone are marked as missing, unless that looks like a drive that is not there
///   (``RemovalGuard``).
public struct Scanner: Sendable {
  public struct Options: Hashable, Sendable {
    /// Folders and files to scan, absolute or from the current folder.
    public var roots: [FilePath]
    /// Files in work at once, at least 1.
    public var jobs: Int
    /// Whether files are tried again that failed and have not changed.
    public var retriesFailed = false
    /// Whether only those files are read whose analyses another release's algorithms made. The
    /// folders are not walked then; roots, if any, limit the choice.
    public var onlyStale = false
    /// Patterns of what to pass over, as in `.gitignore`, counted from each root.
    public var excluded: [String] = []
    /// Whether files are marked missing however many they are.
    public var allowsBulkRemoval = false
    /// The code page that old tags below the roots are in, remembered for later scans of them; nil
    /// for what was said before, else Windows' Western page. Files with such tags are read again
    /// when it is another than they were read with; nothing is analysed again for that.
    public var legacyEncoding: LegacyEncoding?

    public init(
      roots: [FilePath], jobs: Int = ProcessInfo.processInfo.activeProcessorCount
    ) {
      self.roots = roots
      self.jobs = max(jobs, 1)
    }
  }

  private let catalog: Catalog
  private let options: Options
  private let reader: AudioFileReader

  /// - Parameter catalog: Opened for reading and writing.
  public init(catalog: Catalog, options: Options) {
    self.init(catalog: catalog, options: options, reader: .live)
  }

  init(catalog: Catalog, options: Options, reader: AudioFileReader) {
    self.catalog = catalog
    self.options = options
    self.reader = reader
  }

  /// Scans. When its task is cancelled it stops within a block of audio and returns what it did.
  ///
  /// - Parameter progress: Called after each folder and each file, from one task at a time.
  /// - Throws: `lockedByScan` when another scan is at work; any other error of the catalogue, with
  ///   what was stored before it kept.
  public func run(
    progress: @Sendable (ScanProgress) -> Void = { _ in }
  ) async throws(CatalogError) -> ScanSummary {
    let lock = try ScanLock(catalog: catalog.path)
    defer { withExtendedLifetime(lock) {} }
    var state = ScanProgress()
    var summary = ScanSummary()
    let roots = ScanRoots(options.roots).paths

    if let encoding = options.legacyEncoding {
      try await catalog.setLegacyEncoding(encoding, below: roots)
    }
    let encodings = try await catalog.legacyEncodings()
    let worker = FileScan(catalog: catalog, reader: reader, encodings: encodings)
    if options.onlyStale {
      try await analyseStale(within: roots, with: worker, &state, &summary, progress)
      return summary
    }
    var survey = ScanSurvey(
      roots: roots, retriesFailed: options.retriesFailed, encodings: encodings)
    for folder in FolderWalk(roots: roots, excluding: options.excluded) {
      if Task.isCancelled { break }
      try await survey.take(folder, from: catalog)
      survey.report(to: &state)
      progress(state)
    }
    summary.found = survey.foundCount
    summary.unchanged = survey.unchangedCount
    summary.stillFailed = survey.stillFailedCount
    for problem in survey.problems {
      let failure = FailedFile(
        identity: problem.identity, code: "io",
        reason: DecodingError.io(errno: problem.errno).description)
      try await store(failure, &summary)
    }

    state.phase = .analysing
    progress(state)
    try await analyse(survey.pending, with: worker, &state, &summary, &survey.recordings, progress)

    summary.wasCancelled = Task.isCancelled
    if !summary.wasCancelled {
      let removal = RemovalGuard(survey: survey, allowsBulkRemoval: options.allowsBulkRemoval)
      for root in roots {
        let verdict = try await removal.judge(root, in: catalog)
        if !verdict.missing.isEmpty { try await catalog.markMissing(verdict.missing) }
        summary.missing += verdict.missing.count
        if let warning = verdict.warning { summary.warnings.append(warning) }
      }
    }
    summary.failed.sort { $0.path < $1.path }
    if summary.analysed >= Self.optimizingCount { try await catalog.optimize() }
    return summary
  }

  /// Makes anew what other algorithms made, and nothing else.
  private func analyseStale(
    within roots: [FilePath], with worker: FileScan, _ state: inout ScanProgress,
    _ summary: inout ScanSummary, _ progress: @Sendable (ScanProgress) -> Void
  ) async throws(CatalogError) {
    let files = try await catalog.staleFiles()
      .filter { file in roots.isEmpty || roots.contains { file.isWithin($0) } }
      .compactMap { FileIdentity(of: $0) }
    summary.found = files.count
    state.foundCount = files.count
    state.pendingCount = files.count
    state.pendingBytes = files.reduce(0) { $0 + $1.size }
    state.phase = .analysing
    progress(state)
    var recordings: Set<Int64> = []
    try await analyse(files, with: worker, &state, &summary, &recordings, progress)
    summary.wasCancelled = Task.isCancelled
    summary.failed.sort { $0.path < $1.path }
  }

  /// From this many new recordings on, SQLite looks anew at how values are spread.
  private static let optimizingCount = 20

  // MARK: - Reading

  /// Reads files, at most `jobs` at once.
  private func analyse(
    _ files: [FileIdentity], with worker: FileScan, _ state: inout ScanProgress,
    _ summary: inout ScanSummary, _ recordings: inout Set<Int64>,
    _ progress: @Sendable (ScanProgress) -> Void
  ) async throws(CatalogError) {
    let clock = ContinuousClock()
    let start = clock.now
    var failure: CatalogError?
    await withTaskGroup(of: FileScan.Report.self) { group in
      var queue = files.makeIterator()
      func addNext() {
        if let file = queue.next() { group.addTask { await worker.scan(file) } }
      }
      for _ in 0..<options.jobs { addNext() }
      while let report = await group.next() {
        if case .broken(let error) = report.end, failure == nil {
          failure = error
          group.cancelAll()
        }
        if failure == nil, !Task.isCancelled { addNext() }
        guard case .finished(let outcome, let recording) = report.end else { continue }
        if let recording { recordings.insert(recording) }
        state.elapsedSeconds = (clock.now - start) / .seconds(1)
        note(outcome, of: report.identity, &state, &summary)
        progress(state)
      }
    }
    if let failure { throw failure }
  }

  private func note(
    _ outcome: ScanProgress.Outcome, of file: FileIdentity, _ state: inout ScanProgress,
    _ summary: inout ScanSummary
  ) {
    state.doneCount += 1
    state.doneBytes += file.size
    state.latestPath = file.path
    state.latestOutcome = outcome
    summary.bytes += file.size
    switch outcome {
    case .analysed(let seconds):
      summary.analysed += 1
      summary.audioSeconds += seconds
      state.audioSeconds += seconds
    case .attached:
      summary.attached += 1
    case .fingerprinted:
      summary.fingerprinted += 1
    case .failed(let code, let reason):
      state.failedCount += 1
      summary.failed.append(FailureRow(path: file.path, code: code, reason: reason))
    case .vanished:
      break
    }
  }

  private func store(
    _ failure: FailedFile, _ summary: inout ScanSummary
  ) async throws(CatalogError) {
    try await catalog.store(failure)
    summary.failed.append(
      FailureRow(path: failure.identity.path, code: failure.code, reason: failure.reason))
  }
}

extension FailureRow {
  /// A failure of this moment.
  init(path: FilePath, code: String, reason: String) {
    self.init(
      path: path, code: code, reason: reason,
      scannedAt: Int64(Date().timeIntervalSince1970))
  }
}

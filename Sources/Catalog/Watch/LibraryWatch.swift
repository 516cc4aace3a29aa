import Decoders
import Glibc

/// Keeps a catalogue up to date while music comes and goes: scans, waits for changes, scans again.
///
/// A scan of what has not changed costs next to nothing (``Scanner``), so every change leads to a
/// whole one: no notice needs to be understood, and none that is lost does harm.
public struct LibraryWatch: Sendable {
  public enum Event: Hashable, Sendable {
    /// A scan begins.
    case scanning
    case scanned(ScanSummary)
    /// Another scan is at work; this one comes after it.
    case postponed(pid: Int32)
    /// More changes came than the kernel keeps notices of; everything is looked at.
    case overflown
    /// No notices can be had of some folders, so that everything is looked at every minute.
    case polling(reason: String)
  }

  /// Times in between. Tests have shorter ones.
  struct Pace: Sendable {
    /// How long it must have been quiet before a scan: a file being copied is not half a song.
    var settling: Duration = .seconds(3)
    /// How long changes may go on before a scan comes anyway.
    var patience: Duration = .seconds(60)
    /// How often to look without notices.
    var polling: Duration = .seconds(60)
    /// How often to ask for notices.
    var glance: Duration = .milliseconds(500)
  }

  private let catalog: Catalog
  private let options: Scanner.Options
  private let reader: AudioFileReader
  private let pace: Pace
  /// Asks for notices about a folder: a seam at which tests refuse.
  private let watch: @Sendable (FolderNotices, FilePath) -> Int32

  /// - Parameter catalog: Opened for reading and writing.
  public init(catalog: Catalog, options: Scanner.Options) {
    self.init(catalog: catalog, options: options, reader: .live)
  }

  init(
    catalog: Catalog, options: Scanner.Options, reader: AudioFileReader, pace: Pace = Pace(),
    watch: @escaping @Sendable (FolderNotices, FilePath) -> Int32 = { $0.watch($1) }
  ) {
    self.catalog = catalog
    self.options = options
    self.reader = reader
    self.pace = pace
    self.watch = watch
  }

  /// Goes on until its task is cancelled, and then returns.
  ///
  /// - Parameters:
  ///   - progress: As ``Scanner/run(progress:)`` calls it.
  ///   - report: Called with what happens, from one task at a time.
  /// - Throws: As ``Scanner/run(progress:)`` does, but for `lockedByScan`, after which it tries
  ///   again.
  public func run(
    progress: @Sendable (ScanProgress) -> Void = { _ in }, report: @Sendable (Event) -> Void
  ) async throws(CatalogError) {
    let notices = FolderNotices()
    var isPolling = false
    while !Task.isCancelled {
      // First the watches, then the scan: what changes in between is noticed.
      let refusal = notices.map { watchAll($0) } ?? EMFILE
      if refusal != 0, !isPolling {
        isPolling = true
        report(.polling(reason: Self.reason(refusal)))
      }
      do throws(CatalogError) {
        report(.scanning)
        let scanner = Scanner(catalog: catalog, options: options, reader: reader)
        let summary = try await scanner.run(progress: progress)
        report(.scanned(summary))
      } catch .lockedByScan(let pid) {
        report(.postponed(pid: pid))
        await pause(pace.settling)
        continue
      }
      await waitForChanges(notices, isPolling: isPolling, report)
    }
  }

  /// - Returns: 0, or why the first folder that cannot be watched is refused.
  private func watchAll(_ notices: FolderNotices) -> Int32 {
    let roots = ScanRoots(options.roots).paths
    var refusal: Int32 = 0
    for folder in FolderWalk(roots: roots, excluding: options.excluded) {
      let code = watch(notices, folder.path)
      // A folder that is gone again, or a root that is a file, needs no watch.
      if code != 0, code != ENOENT, code != ENOTDIR, refusal == 0 { refusal = code }
      // Without watches the walk itself would be the dearest part.
      if code == ENOSPC { break }
    }
    return refusal
  }

  /// Returns when something has changed and it has been quiet for a while, or when it is time.
  private func waitForChanges(
    _ notices: FolderNotices?, isPolling: Bool, _ report: @Sendable (Event) -> Void
  ) async {
    let clock = ContinuousClock()
    let start = clock.now
    var firstChange: ContinuousClock.Instant?
    var lastChange = start
    while !Task.isCancelled {
      let news = notices?.take() ?? FolderNotices.News()
      let now = clock.now
      if news.hasOverflown { report(.overflown) }
      if news.isChanged || news.hasOverflown {
        firstChange = firstChange ?? now
        lastChange = now
      }
      if let firstChange {
        if now - lastChange >= pace.settling || now - firstChange >= pace.patience { return }
      }
      if isPolling, now - start >= pace.polling { return }
      await pause(pace.glance)
    }
  }

  private func pause(_ duration: Duration) async {
    try? await Task.sleep(for: duration)
  }

  private static func reason(_ code: Int32) -> String {
    code == ENOSPC
      ? "the limit of watched folders is reached (fs.inotify.max_user_watches)"
      : DecodingError.io(errno: code).description
  }
}

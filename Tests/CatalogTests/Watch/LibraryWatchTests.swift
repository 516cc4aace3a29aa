import Decoders
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Catalog

@Suite struct LibraryWatchTests {
  private let music = TemporaryDirectory()
  private let store: TemporaryCatalog

  init() throws {
    store = try TemporaryCatalog()
  }

  /// What a watch told, and a way to wait for it.
  private final class Log: Sendable {
    private let events = Mutex<[LibraryWatch.Event]>([])

    func add(_ event: LibraryWatch.Event) {
      events.withLock { $0.append(event) }
    }

    var all: [LibraryWatch.Event] { events.withLock { $0 } }

    var scans: [ScanSummary] {
      all.compactMap { if case .scanned(let summary) = $0 { summary } else { nil } }
    }

    /// Waits until something is so; gives up after a minute.
    func wait(until isSo: (Log) -> Bool) async throws -> Bool {
      for _ in 0..<6000 {
        if isSo(self) { return true }
        try await Task.sleep(for: .milliseconds(10))
      }
      return false
    }
  }

  private func start(
    _ log: Log, polling: Duration = .seconds(3600),
    watch: @escaping @Sendable (FolderNotices, FilePath) -> Int32 = { $0.watch($1) }
  ) -> Task<Void, any Error> {
    var pace = LibraryWatch.Pace()
    pace.settling = .milliseconds(30)
    pace.glance = .milliseconds(5)
    pace.polling = polling
    let watch = LibraryWatch(
      catalog: store.catalog, options: Scanner.Options(roots: [music.path], jobs: 1),
      reader: ScriptedReader().reader, pace: pace, watch: watch)
    return Task { try await watch.run { log.add($0) } }
  }

  @Test func `what comes, moves and goes is taken up`() async throws {
    music.write(Array("song-001".utf8), to: "a.mp3")
    let log = Log()
    let task = start(log)
    #expect(try await log.wait { $0.scans.count >= 1 })
    music.write(Array("song-002".utf8), to: "b.mp3")
    #expect(try await log.wait { $0.scans.reduce(0) { $0 + $1.analysed } == 2 })
    // A folder made later is watched too.
    music.makeFolder("new")
    #expect(try await log.wait { $0.scans.count > 2 })
    music.write(Array("song-003".utf8), to: "new/c.mp3")
    #expect(try await log.wait { $0.scans.reduce(0) { $0 + $1.analysed } == 3 })
    try #require(music.appending("new/c.mp3").withCString { unlink($0) } == 0)
    #expect(try await log.wait { $0.scans.reduce(0) { $0 + $1.missing } == 1 })
    task.cancel()
    try await task.value
    #expect(try await store.catalog.tracks(matching: Query()).count == 2)
    #expect(!log.all.contains { if case .polling = $0 { true } else { false } })
  }

  @Test func `without watches everything is looked at now and then, and that is said`()
    async throws
  {
    let log = Log()
    let task = start(log, polling: .milliseconds(50)) { _, _ in ENOSPC }
    #expect(try await log.wait { $0.scans.count >= 1 })
    music.write(Array("song-001".utf8), to: "a.mp3")
    #expect(try await log.wait { $0.scans.contains { $0.analysed == 1 } })
    task.cancel()
    try await task.value
    let told = log.all.filter { if case .polling = $0 { true } else { false } }
    #expect(told.count == 1)
    #expect("\(told)".contains("max_user_watches"))
  }

  @Test func `another scan is waited for`() async throws {
    music.write(Array("song-001".utf8), to: "a.mp3")
    let log = Log()
    var lock: ScanLock? = try ScanLock(catalog: store.path)
    let task = start(log)
    #expect(try await log.wait { $0.all.contains(.postponed(pid: getpid())) })
    #expect(log.scans.isEmpty)
    withExtendedLifetime(lock) {}
    lock = nil
    #expect(try await log.wait { $0.scans.count >= 1 })
    task.cancel()
    try await task.value
  }

  @Test func `notices that overflow say so`() throws {
    let folder = TemporaryDirectory()
    let notices = try #require(FolderNotices())
    #expect(notices.watch(folder.path) == 0)
    #expect(notices.watch(folder.path) == 0)
    #expect(notices.watch(folder.appending("absent")) == ENOENT)
    #expect(notices.take() == .init())
    folder.write([1], to: "x")
    #expect(notices.take() == .init(isChanged: true))
    #expect(notices.take() == .init())
    // The kernel keeps 16,384 notices by default; twice that many files come and go.
    var limit = 16_384
    let setting = TemporaryDirectory.contents(of: "/proc/sys/fs/inotify/max_queued_events")
    if let known = Int(String(decoding: setting, as: UTF8.self).filter(\.isNumber)) {
      limit = known
    }
    guard limit <= 65_536 else { return }
    for _ in 0...limit / 2 {
      for name in ["x", "y"] {
        _ = folder.appending(name).withCString { chmod($0, 0o600) }
        _ = folder.appending(name).withCString { close(open($0, O_WRONLY | O_CREAT, 0o600)) }
      }
    }
    #expect(notices.take().hasOverflown)
  }
}

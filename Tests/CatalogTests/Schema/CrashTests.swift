import CatalogGenerator
import Decoders
import TestSupport
import Testing

@testable import Catalog

@Suite("Crashes and contention")
struct CrashTests {
  private let temporary: TemporaryCatalog

  init() throws {
    temporary = try TemporaryCatalog()
  }

  /// What a killed process leaves on the disk: the files as they are, in another place.
  private func copyOfFiles(in folder: TemporaryDirectory) -> FilePath {
    for ending in ["", "-wal"] {
      let bytes = TemporaryDirectory.contents(
        of: FilePath(bytes: temporary.path.bytes + Array(ending.utf8)))
      folder.write(bytes, to: "copy.db" + ending)
    }
    return folder.appending("copy.db")
  }

  @Test("a process killed in a transaction loses that transaction and no other")
  func killed() async throws {
    for number in 1...20 {
      try await temporary.catalog.store(.made(FilePath("/m/\(number)"), payload: number))
    }
    let writer = try Database(temporary.path)
    // A cache of one page pushes the uncommitted pages into the log.
    try writer.run("PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE file SET size = -1")
    try writer.run("DELETE FROM recording WHERE id > 1000; UPDATE recording SET added_at = 0")
    let folder = TemporaryDirectory()
    let copy = copyOfFiles(in: folder)
    try writer.run("ROLLBACK")

    let reopened = try Catalog(path: copy, access: .readWrite)
    #expect(try await reopened.tracks(matching: Query()).count == 20)
    #expect(try await reopened.fileState(at: "/m/7")?.identity.size == 1000)
    #expect(try Database(copy).rows("PRAGMA integrity_check") == [["ok"]])
    try await reopened.store(.made("/m/21", payload: 21))
    #expect(try await reopened.tracks(matching: Query()).count == 21)
  }

  @Test("a log cut anywhere gives a whole catalogue with a head of what was stored")
  func cutLog() async throws {
    for number in 1...12 {
      try await temporary.catalog.store(.made(FilePath("/m/\(number)"), payload: number))
    }
    let main = TemporaryDirectory.contents(of: temporary.path)
    let log = TemporaryDirectory.contents(
      of: FilePath(bytes: temporary.path.bytes + Array("-wal".utf8)))
    var counts: [Int] = []
    for part in 0...8 {
      let folder = TemporaryDirectory()
      let path = folder.write(main, to: "cut.db")
      folder.write(Array(log.prefix(log.count * part / 8)), to: "cut.db-wal")
      do {
        let catalog = try Catalog(path: path, access: .readWrite)
        let tracks = try await catalog.tracks(matching: Query(parsing: "added+"))
        #expect(tracks.map(\.recordingID) == (0..<tracks.count).map { Int64($0 + 1) })
        counts.append(tracks.count)
      } catch CatalogError.foreignDatabase, CatalogError.notADatabase {
        counts.append(0)
      }
      #expect(try Database(path).rows("PRAGMA integrity_check") == [["ok"]])
    }
    #expect(counts == counts.sorted())
    #expect(counts.last == 12)
  }

  @Test("a reader is not kept waiting by a writer, and sees what was committed")
  func reading() async throws {
    try await temporary.catalog.store(.made("/m/1", payload: 1))
    let writer = try Database(temporary.path)
    try writer.run("BEGIN IMMEDIATE; UPDATE file SET status = 'missing'")
    let reader = try temporary.reopened(.readOnly)
    #expect(try await reader.tracks(matching: Query()).count == 1)
    try writer.run("COMMIT")
    #expect(try await reader.tracks(matching: Query()).isEmpty)
  }

  @Test("a writer waits for a lock that is let go in time")
  func waiting() async throws {
    let other = try Database(temporary.path)
    try other.run("BEGIN EXCLUSIVE")
    let patient = try Catalog(
      path: temporary.path, access: .existing, busyTimeout: .seconds(60))
    let storing = Task { try await patient.store(.made("/m/1", payload: 1)) }
    try await Task.sleep(for: .milliseconds(300))
    #expect(try other.rows("SELECT count(*) FROM file") == [["0"]])
    try other.run("COMMIT")
    try await storing.value
    #expect(try await temporary.catalog.tracks(matching: Query()).count == 1)
  }

  @Test("a writer that is kept waiting too long says so, and works afterwards")
  func busy() async throws {
    let other = try Database(temporary.path)
    try other.run("BEGIN IMMEDIATE")
    await #expect(throws: CatalogError.busy(temporary.path)) {
      try await temporary.catalog.store(.made("/m/1", payload: 1))
    }
    try other.run("ROLLBACK")
    try await temporary.catalog.store(.made("/m/1", payload: 1))
    #expect(try await temporary.catalog.tracks(matching: Query()).count == 1)
  }

  @Test("a full disk is an error of its own, and the catalogue is usable after it")
  func full() async throws {
    try await temporary.catalog.store(.made("/m/1", payload: 1))
    let pages = try await temporary.catalog.limitPages()
    await #expect(throws: CatalogError.full) {
      for number in 2...2000 {
        try await temporary.catalog.store(.made(FilePath("/m/\(number)"), payload: number))
      }
    }
    #expect(pages > 0)
    #expect(try await temporary.catalog.tracks(matching: Query()).count >= 1)
    #expect(try Database(temporary.path).rows("PRAGMA integrity_check") == [["ok"]])
  }
}

extension Catalog {
  /// Lets the file grow by a few pages only, as a full disk would.
  fileprivate func limitPages() throws(CatalogError) -> Int {
    let now = try connection.prepare("PRAGMA page_count").first { row in row.int(0) } ?? 0
    try connection.execute("PRAGMA max_page_count = \(now + 8)")
    return now
  }
}

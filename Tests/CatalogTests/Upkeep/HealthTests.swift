import Decoders
import Glibc
import TestSupport
import Testing

@testable import Catalog

@Suite struct HealthTests {
  private let temporary: TemporaryCatalog
  private var catalog: Catalog { temporary.catalog }

  init() async throws {
    temporary = try TemporaryCatalog()
    for file in QueryCases.files { try await catalog.store(file) }
  }

  private func foreign(_ sql: String) throws {
    try ForeignConnection(temporary.path).run("PRAGMA foreign_keys = OFF; " + sql)
  }

  @Test func `a new catalogue is well, and its invented files are not on disk`() async throws {
    let health = try await catalog.health()
    #expect(!health.isDamaged)
    #expect(health.damage.isEmpty && health.staleSearchIndexes.isEmpty)
    #expect(health.vanishedFiles.count == QueryCases.files.count)
    #expect(health.vanishedFiles == health.vanishedFiles.sorted())
    #expect(health.staleRecordingCount == 0 && health.orphanedRecordingCount == 0)
  }

  @Test func `what it says of the music is counted`() async throws {
    try await catalog.markMissing(["/music/house/one.mp3"])
    try await catalog.store(
      FailedFile(identity: .made("/music/house/two.flac"), code: "io", reason: "gone bad"))
    try foreign("UPDATE analysis SET algorithm_version = -1 WHERE recording_id = 4")
    let health = try await catalog.health()
    #expect(health.missingFileCount == 1 && health.failedFileCount == 1)
    #expect(health.orphanedRecordingCount == 1 && health.staleRecordingCount == 1)
    #expect(!health.isDamaged)
  }

  @Test func `a row without what it names is damage`() async throws {
    try foreign("DELETE FROM recording WHERE id = 3")
    let health = try await catalog.health()
    #expect(health.isDamaged && health.brokenReferenceCount > 0)
  }

  @Test func `a search index that lost rows is seen, and made anew`() async throws {
    try foreign("INSERT INTO file_word (file_word) VALUES ('delete-all')")
    #expect(try await catalog.tracks(matching: Query(parsing: "daft")).isEmpty)
    #expect(try await catalog.health().staleSearchIndexes == ["file_word"])
    try await catalog.repair()
    #expect(try await !catalog.health().isDamaged)
    #expect(try await catalog.tracks(matching: Query(parsing: "daft")).count == 2)
  }

  @Test func `a name that is not among those searched is seen, and put back`() async throws {
    try foreign("DELETE FROM searched_name WHERE text = 'daft punk'")
    #expect(try await catalog.tracks(matching: Query(parsing: "artist:daft")).isEmpty)
    #expect(try await catalog.health().staleSearchIndexes == ["searched_name"])
    try await catalog.repair()
    #expect(try await !catalog.health().isDamaged)
    #expect(try await catalog.tracks(matching: Query(parsing: "artist:daft")).count == 2)
  }

  @Test func `flipped bytes are found or refused, never silently empty`() async throws {
    try await catalog.backUp(to: temporary.folder.appending("good.db"))
    let good = TemporaryDirectory.contents(of: temporary.folder.appending("good.db"))
    let all = try await catalog.tracks(matching: Query())
    var random = SeededGenerator(seed: 5)
    var noticed = 0
    for _ in 0..<40 {
      var bytes = good
      // SQLite has no checksums: what is found depends on what the bytes were for.
      // A whole stretch of a page behind the first, as a bad sector leaves it.
      let start = Int.random(in: 4096..<(bytes.count - 512), using: &random)
      for offset in start..<start + 512 { bytes[offset] = .random(in: 0...255, using: &random) }
      let path = temporary.folder.write(bytes, to: "bad.db")
      do {
        let bad = try Catalog(path: path, access: .readOnly)
        if try await bad.health().isDamaged {
          noticed += 1
        } else {
          // The stretch held nothing that counts: unused space.
          #expect(try await bad.tracks(matching: Query()) == all)
        }
      } catch {
        noticed += 1
      }
    }
    #expect(noticed > 4)
  }
}

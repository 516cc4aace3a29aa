import Decoders
import FoundationEssentials
import TestSupport
import Testing

@testable import Catalog

@Suite("Migrations")
struct MigrationTests {
  /// The folder of the SQL files, found from this file's place in the repository.
  private static let folder: String = {
    let here = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return "/" + here + "/migrations"
  }()

  @Test("the embedded list is the folder's, name by name and byte by byte")
  func embedded() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
      .filter { $0.hasSuffix(".sql") }.sorted()
    #expect(files == Migration.all.map { $0.name + ".sql" })
    for migration in Migration.all {
      let bytes = TemporaryDirectory.contents(
        of: FilePath("\(Self.folder)/\(migration.name).sql"))
      #expect(bytes == Array(migration.sql.utf8), "\(migration.name) is not what is embedded")
    }
  }

  @Test("names are numbered from 1 without a gap")
  func numbered() {
    for (index, migration) in Migration.all.enumerated() {
      #expect(Int(migration.name.prefix(4)) == index + 1)
    }
  }

  /// Once released, a line here and its file never change; a new step is a new line.
  @Test("no released step was edited")
  func pinned() {
    let pinned = ["0001_catalogue": "1e7d52990d27b8ab"]
    #expect(Dictionary(uniqueKeysWithValues: Migration.all.map { ($0.name, $0.hash) }) == pinned)
  }

  @Test("the hash is FNV-1a")
  func hash() {
    // Test vectors of the algorithm's authors (Fowler, Noll, Vo).
    #expect(Migration(name: "", sql: "").hash == "cbf29ce484222325")
    #expect(Migration(name: "", sql: "a").hash == "af63dc4c8601ec8c")
    #expect(Migration(name: "", sql: "foobar").hash == "85944171f73967e8")
  }

  @Test("each step is recorded, and applied once")
  func applied() throws {
    let temporary = try TemporaryCatalog()
    _ = try temporary.reopened(.readWrite)
    let rows = try ForeignConnection(temporary.path).rows(
      "SELECT id, name, hash, applied_at FROM migration ORDER BY id")
    #expect(
      rows
        == Migration.all.enumerated().map { index, step in
          ["\(index + 1)", step.name, step.hash, "\(TemporaryCatalog.now)"]
        })
  }

  @Test("a step that fails leaves the database at the step before")
  func failing() throws {
    let folder = TemporaryDirectory()
    let connection = try Connection(
      path: folder.appending("x.db"), mode: .readWrite, busyTimeout: .zero)
    let good = Migration(name: "0001_a", sql: "CREATE TABLE a (x)")
    let bad = Migration(name: "0002_b", sql: "CREATE TABLE b (x); INSERT INTO nowhere VALUES (1)")
    #expect(throws: CatalogError.self) {
      try Migrator(steps: [good, bad]).migrate(connection, now: 0)
    }
    let tables = try connection.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    ).all { row in row.text(0) }
    #expect(tables == ["a", "migration"])
    let better = Migration(name: "0002_b", sql: "CREATE TABLE b (x)")
    try Migrator(steps: [good, better]).migrate(connection, now: 0)
    #expect(try !Migrator(steps: [good, better]).needsMigration(connection))
  }

  @Test("a catalogue whose schema was made otherwise is refused")
  func differing() throws {
    let temporary = try TemporaryCatalog()
    try ForeignConnection(temporary.path).run("UPDATE migration SET hash = 'other'")
    #expect(throws: CatalogError.self) { try temporary.reopened(.readWrite) }
  }

  @Test("many that come at once make one catalogue")
  func concurrent() async throws {
    let folder = TemporaryDirectory()
    let path = folder.appending("together.db")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { _ = try Catalog(path: path, access: .readWrite) }
      }
      try await group.waitForAll()
    }
    let rows = try ForeignConnection(path).rows("SELECT count(*) FROM migration")
    #expect(rows == [["\(Migration.all.count)"]])
  }

  @Test("the schema's tables are strict, its references hold, and it is whole")
  func strict() throws {
    let temporary = try TemporaryCatalog()
    let other = ForeignConnection(temporary.path)
    let loose = try other.rows(
      """
      SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type = 'table' AND NOT strict AND name NOT LIKE 'sqlite_%'
      """)
    #expect(loose.isEmpty)
    #expect(try other.rows("PRAGMA integrity_check") == [["ok"]])
    #expect(throws: ForeignConnection.Failure.self) {
      try other.run(
        """
        INSERT INTO file (path, size, mtime_ns, ctime_ns, inode, device, status, scanned_at)
        VALUES (x'61', 'large', 0, 0, 0, 0, 'failed', 0)
        """)
    }
  }

  @Test("the table of keys is what MusicalKey says")
  func keys() throws {
    let temporary = try TemporaryCatalog()
    let rows = try ForeignConnection(temporary.path).rows(
      "SELECT id, camelot, open_key, name, pitch_class, mode FROM musical_key ORDER BY id")
    let expected = MusicalKey.all.map { key in
      [
        "\(key.wheelIndex)", key.camelot, key.openKey, key.name, "\(key.pitchClass)",
        key.mode.rawValue,
      ]
    }
    #expect(rows == expected)
  }
}

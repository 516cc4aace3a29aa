import Decoders
import Glibc
import TestSupport
import Testing

@testable import Catalog

@Suite("Opening a catalogue")
struct OpeningTests {
  private let folder = TemporaryDirectory()

  private func open(_ path: FilePath, _ access: Catalog.Access) throws(CatalogError) {
    _ = try Catalog(path: path, access: access, busyTimeout: .milliseconds(200))
  }

  @Test("a new catalogue is made with its folders")
  func makesFolders() async throws {
    let path = folder.appending("a/b/c.db")
    try open(path, .readWrite)
    try open(path, .readOnly)
    let mode = try ForeignConnection(path).rows("PRAGMA journal_mode")
    #expect(mode == [["wal"]])
  }

  @Test("asking where nothing was scanned says so and makes no file")
  func noCatalog() {
    let path = folder.appending("none.db")
    #expect(throws: CatalogError.noCatalog(path)) { try open(path, .readOnly) }
    #expect(throws: CatalogError.io(errno: 2, path: path)) { try FolderProbe.size(of: path) }
  }

  @Test("an empty file is room for a catalogue, but none to read")
  func emptyFile() throws {
    let path = folder.write([], to: "empty.db")
    #expect(throws: CatalogError.noCatalog(path)) { try open(path, .readOnly) }
    try open(path, .readWrite)
    try open(path, .readOnly)
  }

  @Test("what is not SQLite is refused, byte for byte untouched", arguments: [1, 99, 100, 5000])
  func notSQLite(size: Int) {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) }
    let path = folder.write(bytes, to: "song-\(size).mp3")
    for access in [Catalog.Access.readOnly, .readWrite] {
      #expect(throws: CatalogError.notADatabase(path)) { try open(path, access) }
    }
    #expect(TemporaryDirectory.contents(of: path) == bytes)
  }

  @Test("another program's database is refused, byte for byte untouched")
  func foreign() throws {
    let path = folder.appending("other.db")
    try ForeignConnection(path).run("CREATE TABLE album (id INTEGER); INSERT INTO album VALUES (1)")
    let before = TemporaryDirectory.contents(of: path)
    for access in [Catalog.Access.readOnly, .readWrite] {
      #expect(throws: CatalogError.foreignDatabase(path)) { try open(path, access) }
    }
    #expect(TemporaryDirectory.contents(of: path) == before)
  }

  @Test("a catalogue of a newer release is refused, byte for byte untouched")
  func newer() throws {
    let path = folder.appending("newer.db")
    try open(path, .readWrite)
    try ForeignConnection(path).run(
      "PRAGMA user_version = 999; PRAGMA wal_checkpoint(TRUNCATE)")
    let before = TemporaryDirectory.contents(of: path)
    let expected = CatalogError.newer(found: 999, known: Migration.all.count)
    for access in [Catalog.Access.readOnly, .readWrite] {
      #expect(throws: expected) { try open(path, access) }
    }
    #expect(TemporaryDirectory.contents(of: path) == before)
  }

  @Test("a newer version that is still in the write-ahead log is seen, and stays there")
  func newerInLog() throws {
    let path = folder.appending("newer.db")
    try open(path, .readWrite)
    let other = ForeignConnection(path)
    try other.run("PRAGMA user_version = 999")
    let before = TemporaryDirectory.contents(of: path)
    #expect(throws: CatalogError.newer(found: 999, known: Migration.all.count)) {
      try open(path, .readWrite)
    }
    #expect(TemporaryDirectory.contents(of: path) == before)
  }

  @Test("a catalogue in a folder that cannot be written to can be asked")
  func readOnlyFolder() async throws {
    folder.makeFolder("a drive")
    let path = folder.appending("a drive/50% #1?.db")
    do {
      let catalog = try Catalog(path: path, access: .readWrite)
      try await catalog.store(QueryCases.files[0])
    }
    func setMode(_ mode: mode_t, of path: FilePath) throws {
      try #require(path.withCString { chmod($0, mode) } == 0)
    }
    try setMode(0o755, of: folder.path)
    try setMode(0o444, of: path)
    try setMode(0o555, of: path.parent)
    defer { try? setMode(0o755, of: path.parent) }
    let catalog = try withoutPrivileges { try Catalog(path: path, access: .readOnly) }
    #expect(try await catalog.tracks(matching: Query(parsing: "daft")).count == 1)
    #expect(throws: CatalogError.self) {
      try withoutPrivileges { try Catalog(path: path, access: .readWrite) }
    }
  }

  @Test("a folder in place of the file is an error of the system")
  func isFolder() {
    let path = folder.makeFolder("folder.db")
    #expect(throws: CatalogError.io(errno: 21, path: path)) { try open(path, .readWrite) }
  }

  @Test("the default place follows the environment")
  func defaultPath() {
    func place(_ environment: [String: String]) -> String {
      Catalog.defaultPath(environment: environment).displayText
    }
    let home = ["HOME": "/home/u"]
    #expect(place(home) == "/home/u/.local/share/mucat/catalog.db")
    #expect(place(home.merging(["XDG_DATA_HOME": "/d"]) { $1 }) == "/d/mucat/catalog.db")
    #expect(
      place(home.merging(["XDG_DATA_HOME": "relative"]) { $1 })
        == "/home/u/.local/share/mucat/catalog.db")
    #expect(
      place(home.merging(["MUCAT_CATALOG": "/x.db", "XDG_DATA_HOME": "/d"]) { $1 }) == "/x.db")
    #expect(place(home.merging(["MUCAT_CATALOG": ""]) { $1 }).hasPrefix("/home/u/"))
  }
}

/// Asks the system for a file's size.
enum FolderProbe {
  static func size(of path: FilePath) throws(CatalogError) -> Int {
    _ = try FileHeader(of: path)
    guard try FileHeader(of: path) != .absent else {
      throw CatalogError.io(errno: 2, path: path)
    }
    return TemporaryDirectory.contents(of: path).count
  }
}

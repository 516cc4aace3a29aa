import Decoders
import TestSupport
import Testing

@testable import Catalog

@Suite struct BackupTests {
  private let temporary: TemporaryCatalog

  init() throws {
    temporary = try TemporaryCatalog()
  }

  @Test func `a backup is the whole catalogue in one file`() async throws {
    for file in QueryCases.files { try await temporary.catalog.store(file) }
    let file = temporary.folder.appending("copy.db")
    try await temporary.catalog.backUp(to: file)
    let copy = try Catalog(path: file, access: .readOnly)
    let original = try await temporary.catalog.tracks(matching: Query())
    #expect(try await copy.tracks(matching: Query()) == original)
    #expect(try await copy.tracks(matching: Query(parsing: "daft")).count == 2)
    #expect(try await !copy.health().isDamaged)
    // Nothing but the one file, so that copying it copies all.
    let rest = try FolderHandle.open(temporary.folder.path).get().entries().get()
      .map { FilePath(bytes: $0.name).displayText }
    #expect(rest.filter { $0.hasPrefix("copy") } == ["copy.db"])
  }

  @Test func `a second backup takes the place of the first`() async throws {
    let file = temporary.folder.appending("copy.db")
    try await temporary.catalog.backUp(to: file)
    try await temporary.catalog.store(QueryCases.files[0])
    try await temporary.catalog.backUp(to: file)
    let copy = try Catalog(path: file, access: .readOnly)
    #expect(try await copy.tracks(matching: Query()).count == 1)
  }

  @Test func `other files are not written over`() async throws {
    let text = temporary.folder.write(Array("my thesis".utf8), to: "thesis.db")
    await #expect(throws: CatalogError.notADatabase(text)) {
      try await temporary.catalog.backUp(to: text)
    }
    #expect(TemporaryDirectory.contents(of: text) == Array("my thesis".utf8))
    let other = temporary.folder.appending("other.db")
    try ForeignConnection(other).run("CREATE TABLE mine (x)")
    await #expect(throws: CatalogError.foreignDatabase(other)) {
      try await temporary.catalog.backUp(to: other)
    }
  }

  @Test func `a folder that is not there is an error`() async throws {
    let file = temporary.folder.appending("nowhere/copy.db")
    await #expect(throws: CatalogError.self) { try await temporary.catalog.backUp(to: file) }
  }
}

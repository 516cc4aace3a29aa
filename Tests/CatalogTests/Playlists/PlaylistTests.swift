import Testing

@testable import Catalog

@Suite struct PlaylistTests {
  private let temporary: TemporaryCatalog
  private var catalog: Catalog { temporary.catalog }

  init() async throws {
    temporary = try TemporaryCatalog()
    for file in QueryCases.files { try await catalog.store(file) }
  }

  private func names(_ text: String) async throws -> [String] {
    try await catalog.tracks(matching: Query(parsing: text)).map(\.name)
  }

  private func save(_ name: String, _ words: String..., limit: Int? = nil) async throws {
    try await catalog.save(SavedQuery(name: name, words: words, limit: limit))
  }

  @Test func `a saved query comes back as it was typed`() async throws {
    try await save("Späte Stunde", "bpm:120..125", "artist:daft punk", limit: 7)
    let saved = try #require(try await catalog.playlist(named: "SPATE stunde"))
    #expect(saved.name == "Späte Stunde" && saved.limit == 7)
    #expect(saved.words == ["bpm:120..125", "artist:daft punk"])
    #expect(saved.text == "bpm:120..125 artist:\"daft punk\"")
    #expect(saved.savedAt == TemporaryCatalog.now)
    #expect(try Query(parsing: saved.text) == Query(parsing: saved.words))
    try await save("späte stunde", "key:8A")
    #expect(try await catalog.playlists().map(\.name) == ["späte stunde"])
    #expect(try await catalog.removePlaylist(named: "Spate Stunde"))
    #expect(try await !catalog.removePlaylist(named: "Spate Stunde"))
    #expect(try await catalog.playlists().isEmpty)
  }

  @Test func `a saved query is a term of others`() async throws {
    try await save("loud", "lufs:>-9")
    try await save("house", "genre:house", ",", "genre:techno")
    try await save("both", "in:loud", "in:house")
    #expect(try await names("in:loud").sorted() == ["eight", "five", "four", "one"])
    #expect(try await names("in:both") == ["one", "eight"])
    #expect(try await names("in:both year:2001") == ["one"])
    #expect(try await names("-in:loud has:bpm").sorted() == ["seven", "three", "two"])
    #expect(try await names("in:\"LOUD\" , key:9A").count == 5)
  }

  @Test func `a limit and its order belong to what is saved`() async throws {
    try await save("top two", "has:energy", "energy-", limit: 2)
    #expect(Set(try await names("in:\"top two\"")) == ["four", "eight"])
    #expect(try await names("in:\"top two\" key:8A") == ["eight"])
    #expect(try await names("-in:\"top two\"").count == QueryCases.files.count - 2)
  }

  @Test func `files that are gone stay out of what is saved too`() async throws {
    try await save("all")
    try await save("lost", "status:missing")
    try await catalog.markMissing(["/music/house/one.mp3"])
    #expect(try await names("in:all").count == QueryCases.files.count - 1)
    #expect(try await names("in:lost") == ["one"])
    #expect(try await names("in:all status:any").count == QueryCases.files.count - 1)
  }

  @Test func `what asks for itself is refused, and so is what is not there`() async throws {
    try await save("a", "in:b")
    try await save("b", "bpm:>0", "in:A")
    try await save("self", "in:SELF")
    for text in ["in:a", "in:b", "in:self", "-(in:self)", "bpm:>0 , in:self"] {
      await #expect(throws: CatalogError.self, "\(text)") { try await names(text) }
    }
    let error = await #expect(throws: CatalogError.self) { try await names("in:sefl") }
    #expect(error?.description.contains("did you mean 'self'?") == true)
  }

  @Test func `a query of another release that cannot be read says so, and is kept`() async throws {
    try await save("strange", "colour:blue")
    let error = await #expect(throws: CatalogError.self) { try await names("in:strange") }
    #expect(error?.description == "playlist 'strange': unknown field 'colour'")
    #expect(try await catalog.playlists().count == 1)
  }

  @Test func `the tolerance that a query was saved with stays with it`() async throws {
    try await catalog.save(
      SavedQuery(name: "wide", words: ["bpm~124"], tempoTolerance: 0.04))
    try await save("usual", "bpm~124")
    #expect(try await names("in:wide bpm+") == ["three", "two", "one", "eight"])
    #expect(try await names("in:usual bpm+") == ["two", "one"])
    // What is around it has its own.
    let query = try Query(parsing: "in:usual bpm+", tempoTolerance: 0.04)
    #expect(try await catalog.tracks(matching: query).map(\.name) == ["two", "one"])
    #expect(try await catalog.playlist(named: "wide")?.tempoTolerance == 0.04)
  }

  @Test func `relative dates count from the day of use`() async throws {
    try await save("new", "added:-1w..")
    #expect(try await names("in:new").count == QueryCases.files.count)
    let later = try Catalog(path: temporary.path, access: .readOnly) {
      TemporaryCatalog.now + 30 * 86_400
    }
    #expect(try await later.tracks(matching: Query(parsing: "in:new")).isEmpty)
  }
}

import Decoders
import Testing

@testable import Catalog

@Suite("Queries")
struct QueryTests {
  private let temporary: TemporaryCatalog
  private var catalog: Catalog { temporary.catalog }

  init() async throws {
    temporary = try TemporaryCatalog()
    for file in QueryCases.files { try await catalog.store(file) }
  }

  @Test("the catalogue finds what the table says, in its order")
  func table() async throws {
    for (text, names) in QueryCases.table {
      let found = try await catalog.tracks(
        matching: QueryCases.query(text))
      #expect(found.map(\.name) == names, "\(text)")
    }
  }

  @Test("a track in memory fulfils the conditions that SQL says it does")
  func twin() async throws {
    let all = try await catalog.tracks(matching: Query())
    for (text, names) in QueryCases.table {
      let condition = try QueryCases.query(text).condition
      let found = all.filter { condition.isFulfilled(by: $0) }
      #expect(Set(found.map(\.name)) == Set(names), "\(text)")
    }
  }

  @Test("a condition and its opposite part the collection")
  func opposites() async throws {
    for (text, names) in QueryCases.table where !text.isEmpty {
      var query = try QueryCases.query(text)
      query.condition = .not(query.condition)
      query.sort = []
      let found = try await catalog.tracks(matching: query)
      #expect(Set(found.map(\.name)).isDisjoint(with: names), "\(text)")
      #expect(found.count + names.count == QueryCases.files.count, "\(text)")
    }
  }

  @Test("limit and offset cut the same list")
  func pages() async throws {
    for text in ["bpm:>0", "daft", "key~8A", "has:bpm bpm-", ""] {
      var query = try QueryCases.query(text)
      let whole = try await catalog.tracks(matching: query).map(\.name)
      var pages: [String] = []
      query.limit = 2
      for offset in stride(from: 0, to: whole.count, by: 2) {
        query.offset = offset
        pages += try await catalog.tracks(matching: query).map(\.name)
      }
      #expect(pages == whole, "\(text)")
    }
    var query = Query()
    query.limit = 0
    #expect(try await catalog.tracks(matching: query).isEmpty)
  }

  @Test("missing and failed files stay out unless they are asked for")
  func presence() async throws {
    try await catalog.markMissing(["/music/house/one.mp3"])
    try await catalog.store(
      FailedFile(identity: .made("/music/house/two.flac"), code: "io", reason: "gone bad"))
    func names(_ text: String) async throws -> [String] {
      try await catalog.tracks(matching: Query(parsing: text, now: TemporaryCatalog.now)).map(
        \.name)
    }
    #expect(try await names("path:/music/house").isEmpty)
    #expect(try await names("path:/music/house status:missing") == ["one"])
    #expect(try await names("path:/music/house -status:present") == ["one"])
    #expect(try await names("status:any").count == 7)
  }

  @Test("the same words mean the same, however the shell cut them")
  func shellWords() throws {
    func same(_ words: [String], _ text: String) throws {
      let (first, second) = (
        try Query(parsing: words), try Query(parsing: text, now: TemporaryCatalog.now)
      )
      #expect(first == second, "\(words)")
    }
    try same(["bpm:124..128", "key~8A"], "bpm:124..128 key~8A")
    try same(["bpm:124..128 key~8A"], "bpm:124..128 key~8A")
    try same(["artist:daft punk", "bpm>100"], "artist:\"daft punk\" bpm>100")
    try same(["artist:\"daft punk\" bpm>100"], "artist:\"daft punk\" bpm>100")
    try same(["daft punk"], "\"daft punk\"")
    try same(["-daft punk"], "-\"daft punk\"")
    try same(["-artist:daft punk"], "-artist:\"daft punk\"")
    try same(["key:8A", ",", "key:9A"], "key:8A , key:9A")
    try same(["key:8A , key:9A"], "key:8A , key:9A")
    try same(["(key:8A", ",", "key:9A)", "house"], "(key:8A , key:9A) house")
    try same(["has:bpm bpm+"], "has:bpm bpm+")
    try same(["title:love (live)"], "title:\"love (live)\"")
    try same(["\"bpm:1\""], "\"bpm:1\"")
  }

  @Test("quotes take the meaning away")
  func quoted() throws {
    #expect(try Query(parsing: "\"bpm:128\"").condition == .words("bpm:128"))
    #expect(try Query(parsing: "\"-x\"").condition == .words("-x"))
    #expect(try Query(parsing: "\",\"").condition == .words(","))
    #expect(try Query(parsing: "\"bpm+\"").condition == .words("bpm+"))
    #expect(try Query(parsing: "-").condition == .words("-"))
  }

  @Test("values never become SQL")
  func injection() async throws {
    let nasty = [
      "' OR 1=1 --", "\"; DROP TABLE file; --", "*", "\\", "a\" OR \"b", "NEAR(", "{title}",
    ]
    for text in nasty {
      for condition in [
        Query.Condition.words(text), .text(.named("artist")!, text, isWhole: false),
        .text(.named("title")!, text, isWhole: true), .reason(.bpm, text), .path(FilePath(text)),
      ] {
        #expect(try await catalog.tracks(matching: Query(condition)).isEmpty, "\(condition)")
      }
    }
    #expect(try await catalog.statistics().recordingCount == QueryCases.files.count)
  }

  @Test("signs that mean something to LIKE mean themselves")
  func wildcards() async throws {
    for (text, names) in [("%", ["four"]), ("_", ["seven"]), ("__", []), ("%%", [])] {
      #expect(try await catalog.tracks(matching: Query(.words(text))).map(\.name) == names)
    }
  }

  @Test("candidates are in the keys and near the tempo, nearest first, one file each")
  func candidates() async throws {
    try await catalog.store(.made("/music/copy/one.mp3", payload: 1))
    var filter = CandidateFilter()
    filter.beatsPerMinute = 127
    filter.tempoTolerance = 0.06
    #expect(try await catalog.candidates(filter).map(\.name) == ["three", "eight", "two"])
  }
}

extension Track {
  /// The file's name without its extension.
  var name: String {
    String(path.lastComponent.displayText.prefix { $0 != "." })
  }
}

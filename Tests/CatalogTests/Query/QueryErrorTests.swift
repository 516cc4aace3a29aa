import Testing

@testable import Catalog

@Suite("What is wrong with a query")
struct QueryErrorTests {
  /// Query, what the carets point at, what is suggested.
  private static let cases: [(String, String, String?)] = [
    ("tmpo:120..128", "tmpo", "tempo"),
    ("house bmp:120", "bmp", "bpm"),
    ("(genre:house , artits:x)", "artits", "artist"),
    ("xyzzy:1", "xyzzy", nil),
    ("-bmp:120", "bmp", "bpm"),
    ("bpm:fast", "fast", nil),
    ("bpm:", "bpm:", nil),
    ("bpm:..", "..", nil),
    ("bpm:<", "<", nil),
    ("bpm:128..124", "128..124", "124..128"),
    ("bpm:0x80", "0x80", nil),
    ("bpm:nan", "nan", nil),
    ("bpm:1e3", "1e3", nil),
    ("bpm~0", "0", nil),
    ("bpm~128%x", "128%x", nil),
    ("bpm~128%90", "128%90", nil),
    ("key:H9", "H9", nil),
    ("key:13A", "13A", nil),
    ("key~8A/standart", "standart", "standard"),
    ("key<8A", "<", nil),
    ("artist~(a", "(a", nil),
    ("title~*x", "*x", nil),
    ("has:in", "in", nil),
    ("in~x", "~", nil),
    ("artist>=x", ">=", nil),
    ("lufs~-14", "~", nil),
    ("duration:3:75", "3:75", nil),
    ("added:2026-13", "2026-13", nil),
    ("added:2026-02-30", "2026-02-30", nil),
    ("added:tomorrow", "tomorrow", nil),
    ("added:-7", "-7", nil),
    ("added:-7q..", "-7q", nil),
    ("status:mising", "mising", "missing"),
    ("has:bmp", "bmp", "bpm"),
    ("has:bpm=x", "bpm=x", nil),
    ("why:title", "title", nil),
    ("why:bpm=noclearpulze", "noclearpulze", "noClearPulse"),
    ("sort bmp+", "bmp", "bpm"),
    ("a , ", ",", nil),
    (", a", ",", nil),
    ("(a", "(", nil),
    ("a) b", ")", nil),
    ("title:\"x", "\"", nil),
    ("year:1999 , year:20O1", "20O1", nil),
  ]

  @Test("is pointed at, and what was perhaps meant is suggested", arguments: cases)
  func pointed(query: String, pointed: String, suggestion: String?) throws {
    let error = try #require(throws: QueryError.self) { try Query(parsing: query) }
    let carets = Array(query)[error.range]
    #expect(String(carets) == pointed)
    #expect(error.suggestion == suggestion)
    #expect(error.text == query)
    #expect(!error.message.isEmpty)
  }

  @Test("is pointed at in words that a shell cut, as they are shown joined")
  func inWords() throws {
    let error = try #require(throws: QueryError.self) {
      try Query(parsing: ["artist:daft punk", "tmpo:120"])
    }
    #expect(error.text == "artist:daft punk tmpo:120")
    #expect(error.caretLine == "                 ^^^^")
  }

  @Test("many parentheses are an error, not a crash")
  func deep() {
    #expect(throws: QueryError.self) {
      try Query(parsing: String(repeating: "(", count: 100_000))
    }
    let deepest = String(repeating: "(", count: 50) + "a" + String(repeating: ")", count: 50)
    #expect(throws: Never.self) { try Query(parsing: deepest) }
  }

  @Test("a swap of neighbours is one edit")
  func distances() {
    func distance(_ first: String, _ second: String) -> Int {
      Suggestion.editDistance(Array(first), Array(second))
    }
    #expect(distance("", "") == 0)
    #expect(distance("abc", "") == 3)
    #expect(distance("scna", "scan") == 1)
    #expect(distance("ca", "abc") == 3, "optimal string alignment edits no part twice")
    #expect(distance("kitten", "sitting") == 3)
    #expect(Suggestion.nearest(to: "zzz", among: Query.Field.allNames) == nil)
  }
}

@Suite("Fields")
struct FieldTests {
  @Test("names and aliases are small, and none names two fields")
  func names() {
    let names = Query.Field.allNames
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.allSatisfy { ($0.isLetter && $0.isLowercase) || "_@".contains($0) }, "\(name)")
    }
  }

  @Test("every example is a query about its field", arguments: Query.Field.all)
  func examples(field: Query.Field) throws {
    _ = try Query(parsing: field.example)
    #expect(field.example.contains(field.name))
    #expect(!field.summary.isEmpty && field.summary.count <= 60)
  }

  @Test("every field with values can be sorted by, and asked about")
  func columns() async throws {
    let temporary = try TemporaryCatalog()
    for file in QueryCases.files { try await temporary.catalog.store(file) }
    let all = try await temporary.catalog.tracks(matching: Query())
    for field in Query.Field.all where field.column != nil {
      for isAscending in [true, false] {
        let query = Query(sort: [.init(field: field, isAscending: isAscending)])
        let sorted = try await temporary.catalog.tracks(matching: query)
        #expect(sorted.count == QueryCases.files.count, "\(field.name)")
        // Tracks without a value are at the end, whichever way.
        let known = sorted.map { field.value($0) != nil }
        #expect(known == known.sorted { $0 && !$1 }, "\(field.name)")
      }
      let has = try await temporary.catalog.tracks(matching: Query(.has(field)))
      #expect(has == all.filter { field.value($0) != nil }, "\(field.name)")
    }
  }
}

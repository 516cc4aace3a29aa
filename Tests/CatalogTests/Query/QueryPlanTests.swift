import CatalogGenerator
import Decoders
import TestSupport
import Testing

@testable import Catalog

@Suite("Query plans")
struct QueryPlanTests {
  private static let folder = TemporaryDirectory()

  /// 5,000 recordings with statistics, made once.
  private static let path: FilePath = {
    let path = folder.appending("plans.db")
    do {
      _ = try Catalog(path: path, access: .readWrite)
      try CatalogGenerator.fill(path, recordingCount: 5_000)
    } catch {
      fatalError("no catalogue to plan for: \(error)")
    }
    return path
  }()

  private func plan(_ sql: String) throws -> [String] {
    try Database(Self.path).rows("EXPLAIN QUERY PLAN " + sql).compactMap(\.last)
  }

  /// Queries whose numbers an index must answer: no table is read from end to end.
  private static let indexed = [
    "bpm:124..128", "bpm:<80", "bpm:>=170", "bpm~128", "bpm~100", "bpm~87%5",
    "key:8A", "key~8A", "key:Am,C", "lufs:<-14", "lufs:-10..-9", "energy:>=9", "tp:>1", "sp:>1",
    "lra:>10.5", "duration:<130", "duration:6:00..7:00", "meter:3", "tuning:>20",
    "stability:<0.85", "confidence:>0.9", "bpmconfidence:>0.95", "keyconfidence:<0.1",
    "year:1999", "track:1", "disc:2", "tagbpm:128", "tagkey:8A", "added:..2020-09-14",
    "why:bpm=noClearPulse", "why:key", "why:lufs",
    "bpm:124..128 key~8A", "bpm:124..128 key~8A lufs:<-8", "key~8A bpm:124..128 lufs:<-8",
    "lufs:<-8 key~8A bpm:124..128", "bpm~126 key~8A lufs:<-8", "key:8A energy:>9",
    "bpm:90..180 lufs:-9..-8", "bpm:124..128 key~8A sort lufs-", "bpm:124..128 sort energy-",
    "bpm:120 , bpm:130", "key:8A , lufs:<-16", "(bpm:128 , bpm:64) key~8A",
    "artist:sollo bpm:124..128", "kalo bpm:124..128", "path:/music/kalo key:8A",
    "bpm:124..128 -key:8A",
  ]

  @Test("numbers go through an index")
  func noScans() throws {
    for text in Self.indexed {
      var query = try Query(parsing: text)
      query.limit = 50
      let plan = try plan(query.sql().sql)
      let scans = plan.filter { step in
        step.hasPrefix("SCAN") && !step.contains("USING INDEX") && !step.contains("COVERING INDEX")
          && !step.contains("VIRTUAL TABLE INDEX")
      }
      #expect(scans.isEmpty, "\(text): \(plan)")
    }
  }

  @Test("ranges of tempo, key and loudness come in order, without sorting them all")
  func noSorting() throws {
    for text in [
      "bpm:124..128", "bpm:124..128 lufs:<-8", "key~8A bpm:124..128 lufs:<-8", "lufs:<-14",
      "energy:>=9", "bpm:124..128 bpm-", "sort added-", "",
    ] {
      var query = try Query(parsing: text)
      query.limit = 50
      let plan = try plan(query.sql().sql)
      #expect(!plan.contains { $0.contains("TEMP B-TREE FOR ORDER BY") }, "\(text): \(plan)")
    }
  }

  @Test("candidates for a mix come from an index")
  func candidates() throws {
    var filter = CandidateFilter()
    filter.beatsPerMinute = 126
    filter.excludedRecordings = [1, 2]
    for keys in [Set(MusicalKey.all.prefix(4)), []] {
      filter.keys = keys
      let plan = try plan(filter.sql().sql)
      #expect(!plan.contains { $0.hasPrefix("SCAN recording") }, "\(plan)")
    }
  }

  @Test("the generator gives the same catalogue for the same seed, whole and searchable")
  func generator() async throws {
    let folder = TemporaryDirectory()
    let query = try Query(parsing: "bpm:124..128 lufs:<-8")
    var answers: [[Track]] = []
    for path in [folder.appending("a.db"), folder.appending("b.db")] {
      _ = try Catalog(path: path, access: .readWrite)
      try CatalogGenerator.fill(path, recordingCount: 500)
      answers.append(try await Catalog(path: path, access: .readOnly).tracks(matching: query))
      let database = try Database(path)
      #expect(try database.rows("PRAGMA integrity_check") == [["ok"]])
      for index in ["file_word", "file_trigram"] {
        try database.run("INSERT INTO \(index) (\(index)) VALUES ('integrity-check')")
      }
    }
    #expect(answers[0] == answers[1])
    #expect(answers[0].count > 20)
    #expect(answers[0].allSatisfy { query.condition.isFulfilled(by: $0) })
  }
}

import CatalogGenerator
import Decoders
import Glibc
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

  private func plan(_ selection: SQLSelection) throws -> [String] {
    let connection = try Connection(path: Self.path, mode: .readOnly, busyTimeout: .seconds(30))
    return try withExtendedLifetime(connection) {
      try connection.prepare("EXPLAIN QUERY PLAN " + selection.sql)
        .all(selection.values) { row in row.text(3) }
    }
  }

  /// Queries whose numbers an index must answer: no table is read from end to end.
  private static let indexed = [
    "bpm:124..128", "bpm:<80", "bpm:>=170", "bpm~128", "bpm~100", "bpm~87%5",
    "key:8A", "key~8A", "key:Am,C", "lufs:<-14", "lufs:-10..-9", "energy:>=9", "tp:>1", "sp:>1",
    "rating:>=4", "rating:0", "pace:>=29.5", "pace:4..6", "sections:1", "sections:>=12",
    "lra:>10.5", "duration:<130", "duration:6:00..7:00", "meter:3", "tuning:>20",
    "stability:<0.85", "confidence:>0.9", "bpmconfidence:>0.95", "keyconfidence:<0.1",
    "year:1999", "key@intro:8A", "key@outro~8A", "track:1", "disc:2", "tagbpm:128", "tagkey:8A",
    "added:..2020-09-14",
    "why:bpm=noClearPulse", "why:key", "why:lufs",
    "bpm:124..128 key~8A", "bpm:124..128 key~8A lufs:<-8", "key~8A bpm:124..128 lufs:<-8",
    "lufs:<-8 key~8A bpm:124..128", "bpm~126 key~8A lufs:<-8", "key:8A energy:>9",
    "bpm:90..180 lufs:-9..-8", "bpm:124..128 key~8A sort lufs-", "bpm:124..128 sort energy-",
    "bpm:120 , bpm:130", "key:8A , lufs:<-16", "(bpm:128 , bpm:64) key~8A",
    "artist:sollo bpm:124..128", "kalo bpm:124..128", "path:/music/kalo key:8A",
    "bpm:124..128 -key:8A", "artist:sollo", "album=kalo", "genre:tech", "kalo rin", "title:kalo",
    "-kalo artist:sollo", "format:flac -artist:kal",
  ]

  @Test("numbers go through an index")
  func noScans() throws {
    for text in Self.indexed {
      var query = try Query(parsing: text)
      query.limit = 50
      let plan = try plan(query.sql())
      let scans = plan.filter { step in
        step.hasPrefix("SCAN") && !step.contains("USING INDEX") && !step.contains("COVERING INDEX")
          && !step.contains("VIRTUAL TABLE INDEX")
      }
      #expect(scans.isEmpty, "\(text): \(plan)")
    }
  }

  @Test("where answers are many they are read in order, not sorted")
  func noSorting() throws {
    for text in [
      "bpm:124..128", "bpm:124..128 key~8A lufs:<-8", "bpm~126 key~8A lufs:<-8", "lufs:<-14",
      "key~8A bpm:124..128 lufs:<-8", "lufs:<-8 key~8A bpm:124..128", "energy:>=9 key:8A",
      "bpm:124..128 bpm-", "bpm:124..128 key~8A sort lufs-", "sort added-", "energy+", "",
      "genre:house -key:8A", "kalo bpm:124..128", "year:1999 bpm~126",
    ] {
      var query = try Query(parsing: text)
      query.limit = 50
      let plan = try plan(query.sql(.ordered(gathered: [])))
      #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(text): \(plan)")
      #expect(plan.first?.contains("INDEX") == true, "\(text): \(plan)")
    }
  }

  @Test("texts that few files have are looked up and sorted, those of more read in order")
  func texts() throws {
    for text in ["artist:sollo", "kalo", "title:kalo", "genre:house -kalo", "kalo key:8A"] {
      var query = try Query(parsing: text)
      query.limit = 50
      let planned = try plan(query.sql())
      #expect(planned.contains { $0.contains("INTEGER PRIMARY KEY") }, "\(text): \(planned)")
      #expect(planned.first?.hasPrefix("SCAN") == false, "\(text): \(planned)")
      let ordered = try plan(query.sql(.ordered(gathered: Set(query.condition.conjuncts))))
      #expect(!ordered.contains { $0.contains("ORDER BY") }, "\(text): \(ordered)")
    }
  }

  @Test("a text is counted where the sample does not know it, and the count decides")
  func counting() throws {
    var query = try Query(parsing: "kalo")
    query.limit = 50
    let sample = Array(repeating: SearchableTrack(Track()), count: 200)
    #expect(QueryStrategy.conditionsToCount(of: query, sample: sample) == [query.condition])
    #expect(QueryStrategy.conditionsToCount(of: query, sample: []).isEmpty)
    func isOrdered(_ count: Int64) -> Bool {
      let strategy = QueryStrategy(
        for: query, sample: sample, trackCount: 1_000_000, fileCounts: [query.condition: count])
      if case .ordered(let gathered) = strategy { return gathered == [query.condition] }
      return false
    }
    #expect(isOrdered(8000) && !isOrdered(500))
    // Many have it: seen in the sample, and tested in each row.
    var common = Track()
    common.artist = "Kalo"
    let many = Array(repeating: SearchableTrack(common), count: 20) + sample
    #expect(QueryStrategy.conditionsToCount(of: query, sample: many).isEmpty)
    let strategy = QueryStrategy(for: query, sample: many, trackCount: 1_000_000)
    guard case .ordered(let gathered) = strategy else { throw Wrong.strategy }
    #expect(gathered.isEmpty)
    // A number that the sample does not know stays unknown.
    var rare = try Query(parsing: "kalo bpm:124")
    rare.limit = 50
    #expect(QueryStrategy.conditionsToCount(of: rare, sample: sample).isEmpty)
  }

  private enum Wrong: Error { case strategy }

  @Test("every strategy gives the same answer")
  func strategies() async throws {
    let connection = try Connection(path: Self.path, mode: .readOnly, busyTimeout: .seconds(30))
    for text in Self.indexed {
      var query = try Query(parsing: text)
      query.limit = 40
      query.offset = 3
      let conjuncts = query.condition.conjuncts
      let hints = Dictionary(conjuncts.map { ($0, 0.01) }, uniquingKeysWith: { first, _ in first })
      var answers: [[Int64]] = []
      let strategies: [QueryStrategy] = [
        .planned(likelihoods: [:]), .planned(likelihoods: hints), .ordered(gathered: []),
        .ordered(gathered: Set(conjuncts)),
      ]
      for strategy in strategies {
        let selection = query.sql(strategy)
        answers.append(
          try connection.prepare(selection.sql).all(selection.values) { row in row.integer(0) })
      }
      for answer in answers { #expect(answer == answers[0], "\(text)") }
    }
  }

  @Test("a sample tells the queries with many answers from those with few")
  func choice() throws {
    var common = Track()
    common.bpm = 126
    var other = Track()
    other.bpm = 90
    let sample = (Array(repeating: other, count: 200) + Array(repeating: common, count: 20))
      .map(SearchableTrack.init)
    func isOrdered(_ text: String, limit: Int?) throws -> Bool {
      var query = try Query(parsing: text)
      query.limit = limit
      if case .ordered = QueryStrategy(for: query, sample: sample, trackCount: 100_000) {
        return true
      }
      return false
    }
    #expect(try isOrdered("bpm:124..128", limit: 50))
    #expect(try !isOrdered("bpm:124..128", limit: nil))
    #expect(try !isOrdered("bpm:124..128", limit: 50_000), "nearly all are wanted")
    #expect(try !isOrdered("bpm:170..180", limit: 50), "few answers")
    #expect(try !isOrdered("bpm:124..128 title+", limit: 50), "no index has the order")
    #expect(try !isOrdered("bpm~126 bpm-", limit: 50), "half and double lie far apart")
  }

  @Test("candidates for a mix come from an index, in order")
  func candidates() throws {
    var filter = CandidateFilter()
    for tempo in [nil, 126, 100.5, 199] as [Double?] {
      filter.beatsPerMinute = tempo
      filter.excludedRecordings = [1, 2]
      filter.keys = Set(MusicalKey.all.prefix(4))
      for selection in filter.selections() {
        let plan = try plan(selection)
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        if tempo != nil { #expect(plan.first?.hasPrefix("SEARCH recording") == true, "\(plan)") }
      }
    }
  }

  @Test(
    "candidates are those that a search through all would find", arguments: [126, 101, 198, 70],
    [0.06, 0.3])
  func candidateOracle(tempo: Double, tolerance: Double) async throws {
    let catalog = try Catalog(path: Self.path, access: .readOnly)
    var filter = CandidateFilter()
    filter.beatsPerMinute = tempo
    filter.tempoTolerance = tolerance
    filter.keys = Set(MusicalKey.all.prefix(4))
    filter.limit = 60
    func distance(_ bpm: Double) -> Double {
      [0.25, 0.5, 1, 2, 4].map { abs(log2(bpm * $0 / tempo)) }.min() ?? 0
    }
    let all = try await catalog.tracks(matching: Query())
    let nearest = all.compactMap { track -> Double? in
      guard let bpm = track.bpm, let key = track.key, filter.keys.contains(key) else { return nil }
      let ratios = [bpm / tempo, bpm / tempo * 2, bpm / tempo / 2]
      return ratios.contains { abs($0 - 1) <= tolerance } ? distance(bpm) : nil
    }.sorted().prefix(60)
    let found = try await catalog.candidates(filter).compactMap { $0.bpm }.map(distance)
    #expect(found.count == nearest.count)
    for (first, second) in zip(found, nearest) { #expect(abs(first - second) < 1e-12) }
  }

  @Test("without keys, tracks in any key are candidates, and tracks in none")
  func keyless() async throws {
    let catalog = try Catalog(path: Self.path, access: .readOnly)
    var filter = CandidateFilter()
    filter.beatsPerMinute = 126
    filter.limit = 10_000
    let found = try await catalog.sketches(filter)
    let all = try await catalog.tracks(matching: Query()).filter { track in
      track.bpm.map { bpm in [1, 2, 0.5].contains { abs(bpm * $0 / 126 - 1) <= 0.06 } } ?? false
    }
    #expect(Set(found.map(\.recordingID)) == Set(all.map(\.recordingID)))
    #expect(found.contains { $0.key == nil } && found.count > 500)
  }

  @Test("of more tracks of one tempo than are wanted, every key has its share")
  func shares() async throws {
    let store = try TemporaryCatalog()
    let keys = ["7A", "8A", "9A"].compactMap { MusicalKey($0) }
    for number in 0..<60 {
      try await store.catalog.store(
        .made(
          FilePath("/m/\(number).mp3"), payload: number, bpm: 126, key: keys[number / 20],
          lufs: -9))
    }
    var filter = CandidateFilter()
    filter.beatsPerMinute = 126
    filter.keys = Set(keys)
    filter.limit = 12
    let found = try await store.catalog.sketches(filter)
    for key in keys { #expect(found.count { $0.key == key } == 4) }
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
      for index in [
        "file_word", "file_trigram", "artist_trigram", "album_trigram", "album_artist_trigram",
      ] {
        try database.run("INSERT INTO \(index) (\(index)) VALUES ('integrity-check')")
      }
    }
    #expect(answers[0] == answers[1])
    #expect(answers[0].count > 20)
    #expect(answers[0].allSatisfy { query.condition.isFulfilled(by: $0) })
  }
}

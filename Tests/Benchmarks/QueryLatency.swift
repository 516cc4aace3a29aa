import Catalog
import CatalogGenerator
import Decoders
import TestSupport

/// How long a catalogue takes to answer, on generated recordings.
enum QueryLatency {
  static let queries = [
    "bpm:124..128 key~8A lufs:<-8", "bpm~126 key~8A lufs:<-8", "key~8A bpm:124..128 lufs:<-8",
    "lufs:<-8 key~8A bpm:124..128", "bpm:124..128", "key:8A", "lufs:<-14", "bpm~126 key~8A bpm-",
    "bpm:124..128 key~8A sort lufs+", "energy:>=9 key:8A", "artist:lokalo", "lokalo",
    "genre:house bpm:124..128", "bpm:124..128 key:8A lufs:..-15 tp:<-0.5", "year:1999 bpm~128",
  ]

  /// Fills a catalogue and prints, for each query with a limit of 50, the median and the slowest
  /// of `rounds` answers, rows read into tracks.
  static func run(recordingCount: Int, rounds: Int = 25) async throws {
    let folder = TemporaryDirectory()
    let path = folder.appending("large.db")
    let clock = ContinuousClock()
    _ = try Catalog(path: path, access: .readWrite)
    let filling = try clock.measure {
      try CatalogGenerator.fill(path, recordingCount: recordingCount)
    }
    print("\(recordingCount) recordings, filled in \(filling)")
    let catalog = try Catalog(path: path, access: .readOnly)
    for text in queries {
      var query = try Query(parsing: text)
      query.limit = 50
      try await report(text, clock: clock, rounds: rounds) {
        try await catalog.tracks(matching: query).count
      }
    }
    var filter = CandidateFilter()
    filter.beatsPerMinute = 126
    filter.keys = Set(MusicalKey.all[13...16])
    try await report("candidates: 126 ± 6 %, four keys", clock: clock, rounds: rounds) {
      try await catalog.candidates(filter).count
    }
  }

  private static func report(
    _ name: String, clock: ContinuousClock, rounds: Int, _ body: () async throws -> Int
  ) async throws {
    var rowCount = 0
    var times: [Duration] = []
    for _ in 0..<rounds {
      let start = clock.now
      rowCount = try await body()
      times.append(start.duration(to: clock.now))
    }
    times.sort()
    let columns = [times[rounds / 2], times[rounds - 1]].map { time in
      let text = "\(Double(time.components.attoseconds / 1_000_000_000_000) / 1000) ms"
      return String(repeating: " ", count: max(12 - text.count, 1)) + text
    }
    print(columns.joined(), "  \(rowCount) rows  ", name)
  }
}

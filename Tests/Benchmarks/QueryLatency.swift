import Catalog
import CatalogGenerator
import Decoders
import Glibc
import TestSupport

/// How long a catalogue takes to answer, on generated recordings.
enum QueryLatency {
  static let queries = [
    "bpm:124..128 key~8A lufs:<-8", "bpm~126 key~8A lufs:<-8", "key~8A bpm:124..128 lufs:<-8",
    "lufs:<-8 key~8A bpm:124..128", "bpm:124..128", "key:8A", "lufs:<-14", "bpm~126 key~8A bpm-",
    "bpm:124..128 key~8A sort lufs+", "energy:>=9 key:8A", "artist:lokalo", "lokalo",
    "bpm:124..128 lufs:<-20", "bpm:124..128 key~8A lufs:<-20", "genre:house bpm:124..128",
    "bpm:124..128 key:8A lufs:..-15 tp:<-0.5", "year:1999 bpm~128",
  ]

  /// Fills a catalogue and prints, for each query with a limit of 50, the median and the slowest
  /// of `rounds` answers in milliseconds of processor time, rows read into tracks. The first
  /// answer, which also takes the catalogue's sample, is shown apart.
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
    var first = try Query(parsing: queries[0])
    first.limit = 50
    let start = processorMilliseconds()
    _ = try await catalog.tracks(matching: first)
    print(
      "\(column(processorMilliseconds() - start)) ms the first answer\n      median     slowest")
    for text in queries {
      var query = try Query(parsing: text)
      query.limit = 50
      try await report(text, rounds: rounds) {
        try await catalog.tracks(matching: query).count
      }
    }
    var filter = CandidateFilter()
    filter.beatsPerMinute = 126
    filter.keys = Set(MusicalKey.all[13...16])
    try await report("candidates: 126 ± 6 %, four keys", rounds: rounds) {
      try await catalog.candidates(filter).count
    }
  }

  private static func report(
    _ name: String, rounds: Int, _ body: () async throws -> Int
  ) async throws {
    var rowCount = 0
    var times: [Double] = []
    for _ in 0..<rounds {
      let start = processorMilliseconds()
      rowCount = try await body()
      times.append(processorMilliseconds() - start)
    }
    times.sort()
    print("\(column(times[rounds / 2]))\(column(times[rounds - 1]))   \(rowCount) rows   \(name)")
  }

  private static func column(_ value: Double) -> String {
    let text = "\((value * 1000).rounded() / 1000)"
    return String(repeating: " ", count: max(12 - text.count, 1)) + text
  }

  /// What the process has used so far: other programs on the machine do not count.
  private static func processorMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }
}

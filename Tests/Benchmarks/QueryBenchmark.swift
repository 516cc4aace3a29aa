import Catalog
import CatalogGenerator
import Decoders
import TestSupport

/// How long a large catalogue takes to answer with 50 rows, and by which plan.
///
/// - Parameter catalogue: One that ``fillCatalogue(_:recordingCount:)`` has made; nil to make one.
func benchmarkQueries(recordingCount: Int, of catalogue: FilePath? = nil) async throws {
  let questions = [
    "bpm:124..128 key~8A lufs:<-8", "bpm~126 key~8A lufs:<-8", "key:8A energy:>=9",
    "bpm:124..128 key:8A lufs:..-15 tp:<-0.5", "lufs:<-14", "bpm:124..128 key~8A sort lufs+",
    "artist:lokalo", "lokalo", "genre:house bpm:124..128", "year:1999 bpm~128",
    "bpm:170..176 , bpm:85..88",
  ]
  let folder = TemporaryDirectory()
  let path = catalogue ?? folder.appending("large.db")
  if catalogue == nil { try fillCatalogue(path, recordingCount: recordingCount) }
  let catalog = try Catalog(path: path, access: .readOnly)

  var table = Table(["query", "rows", "median ms", "99 % ms"])
  var plans: [String] = []
  for text in questions {
    var query = try Query(parsing: text)
    query.limit = 50
    let (rows, times) = try await ask { try await catalog.tracks(matching: query).count }
    let plan = try await catalog.plan(of: query)
    table.add(row(text, rows: rows, times: times))
    plans.append("\(text): \(plan.joined(separator: "; "))")
  }
  var filter = CandidateFilter()
  filter.beatsPerMinute = 126
  filter.keys = Set(MusicalKey.all[13...16])
  let (rows, times) = try await ask { try await catalog.candidates(filter).count }
  table.add(row("candidates for 126 BPM in 8A", rows: rows, times: times))
  var seed = Track()
  seed.bpm = 126
  seed.key = MusicalKey("8A")
  let recommender = Recommender(catalog: catalog)
  let (answers, waits) = try await ask { try await recommender.recommend(for: seed).count }
  table.add(row("what follows 126 BPM in 8A, with reasons", rows: answers, times: waits))
  print(
    """

    Queries on \(try await catalog.statistics().recordingCount) recordings, limit 50, wall time
    \(table.text)

    Plans
    \(plans.joined(separator: "\n"))
    """)
}

/// Makes a catalogue of tracks that nobody played.
func fillCatalogue(_ path: FilePath, recordingCount: Int) throws {
  _ = try Catalog(path: path, access: .readWrite)
  let start = CPUClock.seconds()
  try CatalogGenerator.fill(path, recordingCount: recordingCount)
  print("\(recordingCount) recordings made in \(fixed(CPUClock.seconds() - start, 0)) s CPU")
}

private func ask(
  _ question: () async throws -> Int
) async throws -> (rows: Int, milliseconds: [Double]) {
  let clock = ContinuousClock()
  let end = clock.now + .seconds(5)
  var rows = try await question()
  var times: [Double] = []
  // A question that takes long is known well enough after a few rounds.
  while times.count < 100, times.count < 3 || clock.now < end {
    let start = clock.now
    rows = try await question()
    times.append((clock.now - start) / .milliseconds(1))
  }
  precondition(rows > 0, "a query without an answer measures nothing")
  return (rows, times)
}

private func row(_ name: String, rows: Int, times: [Double]) -> [String] {
  [name, String(rows), fixed(percentile(times, 0.5), 2), fixed(percentile(times, 0.99), 2)]
}

import Catalog
import Decoders
import FoundationEssentials
import TestSupport

/// How good sets are, and how long they take, for several numbers of tracks.
///
/// With a folder, what the steps cost is written there, so that another solver can try its hand at
/// the same sets: `python3 Tests/Benchmarks/cp_sat.py FOLDER`.
func benchmarkSets(folder: FilePath?) throws {
  var table = Table(["tracks", "curve", "cost", "bound", "gap %", "CPU s"])
  for (count, hasCurve) in [
    (12, false), (16, false), (30, false), (60, false), (120, false), (200, false), (12, true),
    (30, true), (120, true), (200, true),
  ] {
    var options = SetOptions()
    if hasCurve { options.curve = EnergyCurve(.arc) }
    let problem = SetPlanner(options: options).problem(music(count))
    let start = CPUClock.seconds()
    guard let solution = SetSolver().solve(problem) else { preconditionFailure("no set") }
    let seconds = CPUClock.seconds() - start
    precondition(Set(solution.order).count == count, "an order that is none")
    let bound = solution.lowerBound ?? 0
    table.add([
      String(count), hasCurve ? "arc" : "none", fixed(solution.cost, 4), fixed(bound, 4),
      fixed((solution.cost - bound) / solution.cost * 100, 2), fixed(seconds, 2),
    ])
    if let folder, !hasCurve {
      let record = SetRecord(
        count: count, steps: problem.steps, cost: solution.cost, bound: bound, seconds: seconds)
      let path = folder.appending("set\(count).json".utf8)
      try JSONEncoder().encode(record).write(to: URL(filePath: path.displayText))
    }
  }
  print("\nSets\n\(table.text)")
}

private struct SetRecord: Encodable {
  let count: Int
  /// Row by row.
  let steps: [Double]
  let cost, bound, seconds: Double
}

/// Tracks by chance, as a DJ's crate has them: house to trance, minor keys more often.
private func music(_ count: Int) -> [Track] {
  var random = SeededGenerator(seed: UInt64(count))
  func share() -> Double { Double.random(in: 0..<1, using: &random) }
  return (0..<count).map { number in
    var track = Track()
    track.recordingID = Int64(number + 1)
    track.path = FilePath("/m/\(number).flac")
    track.bpm = 118 + 20 * share()
    track.bpmConfidence = 0.6 + 0.4 * share()
    track.key = MusicalKey(
      camelotNumber: Int.random(in: 1...12, using: &random), mode: share() < 0.65 ? .minor : .major)
    track.keyConfidence = 0.4 + 0.6 * share()
    track.tuningCents = 20 * share() - 10
    track.energy = (30 + 60 * share()).rounded() / 10
    track.integrated = -12 + 6 * share()
    track.duration = 200 + 200 * share()
    return track
  }
}

/// A good first order of many tracks: beginnings grow track by track, and of all those of one length
/// the most promising go on.
///
/// A beginning promises what it has cost and, for each track not yet played, the least that getting to
/// that track can cost. Of beginnings with the same tracks and the same last one the cheaper goes on.
struct BeamSetSearch {
  /// How many beginnings go on.
  private static let width = 24

  private let problem: SetProblem
  /// The cheapest way to each track.
  private let cheapestArrival: [Double]
  /// A number for each track; those of a set, xored, tell sets apart.
  private let marks: [UInt64]

  private struct Beginning {
    var order: [Int]
    var isPlayed: [Bool]
    var mark: UInt64
    var cost: Double
    var promise: Double
    var length: Double
    /// The playing time of required tracks that are still to come.
    var owed: Double
  }

  /// A beginning and the track that it would go on with.
  private struct Growth {
    var parent: Int
    var next: Int
    var cost: Double
    var promise: Double
  }

  init(_ problem: SetProblem, seed: UInt64) {
    self.problem = problem
    let count = problem.count
    cheapestArrival = (0..<count).map { track in
      (0..<count).filter { $0 != track }.map { problem.step($0, track) }.min() ?? 0
    }
    var random = SplitMix(seed: seed)
    marks = (0..<count).map { _ in random.next() }
  }

  /// - Returns: Nil when no choice of tracks was found that lasts as long as it should.
  func order() -> [Int]? {
    let count = problem.count
    guard count > 0 else { return [] }
    var beam = (0..<count).filter(problem.mayStart).map(beginning)
    beam.removeAll { $0.length + $0.owed > longest }
    beam.sort { ($0.promise, $0.order[0]) < ($1.promise, $1.order[0]) }
    beam = Array(beam.prefix(4 * Self.width))
    var best: Beginning?
    for _ in 0...count {
      for beginning in beam where isComplete(beginning) && beginning.cost < best?.cost ?? .infinity
      {
        best = beginning
      }
      let growing = beam.filter { !isComplete($0) && $0.cost < best?.cost ?? .infinity }
      guard !growing.isEmpty else { break }
      beam = grown(growing)
    }
    return best?.order
  }

  private var longest: Double { problem.durationRange?.upperBound ?? .infinity }

  private func beginning(_ track: Int) -> Beginning {
    var isPlayed = [Bool](repeating: false, count: problem.count)
    isPlayed[track] = true
    let owed = problem.required.filter { $0 != track }.reduce(0) { $0 + problem.durations[$1] }
    let cost = problem.cost(of: track, at: 0)
    let promise = problem.durationRange == nil ? cost - cheapestArrival[track] : cost
    return Beginning(
      order: [track], isPlayed: isPlayed, mark: marks[track], cost: cost, promise: promise,
      length: problem.durations[track], owed: owed)
  }

  private func isComplete(_ beginning: Beginning) -> Bool {
    guard let end = beginning.order.last, problem.mayEnd(end) else { return false }
    guard let range = problem.durationRange else { return beginning.order.count == problem.count }
    return range.contains(beginning.length)
      && problem.required.allSatisfy { beginning.isPlayed[$0] }
  }

  private func grown(_ beam: [Beginning]) -> [Beginning] {
    var growths: [Growth] = []
    for (parent, beginning) in beam.enumerated() {
      guard let end = beginning.order.last else { continue }
      let place = beginning.order.count
      for next in 0..<problem.count where !beginning.isPlayed[next] {
        let owed = problem.required.contains(next) ? 0 : problem.durations[next]
        guard beginning.length + beginning.owed + owed <= longest else { continue }
        if next == problem.last, !isEnd(beginning, with: next) { continue }
        var step = problem.step(end, next) + problem.cost(of: next, at: place)
        if problem.artistGap > 1 {
          let repeats = problem.farRepeats(before: place, in: beginning.order + [next])
          step += Double(repeats) * SetProblem.violation
        }
        let arrival = problem.durationRange == nil ? cheapestArrival[next] : 0
        growths.append(
          Growth(
            parent: parent, next: next, cost: beginning.cost + step,
            promise: beginning.promise + step - arrival))
      }
    }
    growths.sort { ($0.promise, $0.next, $0.parent) < ($1.promise, $1.next, $1.parent) }
    var known: Set<[UInt64]> = []
    var result: [Beginning] = []
    for growth in growths where result.count < Self.width {
      let parent = beam[growth.parent]
      let mark = parent.mark ^ marks[growth.next]
      guard known.insert([mark, UInt64(growth.next)]).inserted else { continue }
      var child = parent
      child.order.append(growth.next)
      child.isPlayed[growth.next] = true
      child.mark = mark
      child.cost = growth.cost
      child.promise = growth.promise
      child.length += problem.durations[growth.next]
      if problem.required.contains(growth.next) { child.owed -= problem.durations[growth.next] }
      result.append(child)
    }
    return result
  }

  /// Whether the set would be whole with this track, which must be its last.
  private func isEnd(_ beginning: Beginning, with next: Int) -> Bool {
    guard let range = problem.durationRange else {
      return beginning.order.count == problem.count - 1
    }
    return range.contains(beginning.length + problem.durations[next])
      && problem.required.allSatisfy { $0 == next || beginning.isPlayed[$0] }
  }
}

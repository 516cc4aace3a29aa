/// The best order of up to sixteen tracks, by dynamic programming over the sets of tracks played.
///
/// The cheapest end of every beginning (which tracks were played, and which was last) is found from
/// the end backwards; then the best set is read off forwards. Only a gap between tracks of one artist of
/// more than one track asks what came before the last: then the forward search goes back where it must,
/// and the table says how much each beginning will cost at least.
///
/// *Source:* Held & Karp, A dynamic programming approach to sequencing problems, 1962.
struct ExactSetSearch {
  /// More tracks need tables beyond reason.
  static let largestCount = 16
  /// Steps of the forward search after which its best so far has to do.
  private static let patience = 3_000_000

  private let problem: SetProblem
  private let count: Int
  /// By set and last track.
  private var completion: [Double]
  private var lengths: [Double]
  private let requiredMask: Int

  init(_ problem: SetProblem) {
    self.problem = problem
    count = problem.count
    precondition(count <= Self.largestCount, "too many tracks for an exact search")
    completion = Array(repeating: .infinity, count: (1 << count) * max(count, 1))
    lengths = Array(repeating: 0, count: 1 << count)
    requiredMask = problem.required.reduce(0) { $0 | 1 << $1 }
    for mask in 1..<max(1 << count, 1) {
      let low = mask.trailingZeroBitCount
      lengths[mask] = lengths[mask & (mask - 1)] + problem.durations[low]
    }
    fill()
  }

  /// - Returns: Nil when no choice of tracks lasts as long as it should.
  func solve() -> SetSolution? {
    guard count > 0 else { return SetSolution(order: [], cost: 0, lowerBound: 0) }
    var walk = Walk(patience: Self.patience)
    let bound = starts().map(\.cost).min() ?? .infinity
    guard bound.isFinite else { return nil }
    for (track, least) in starts() where least < walk.best - 1e-12 {
      walk.order = [track]
      descend(
        1 << track, last: track, soFar: problem.cost(of: track, at: 0), walk: &walk)
    }
    let isComplete = walk.patience > 0
    return SetSolution(
      order: walk.bestOrder, cost: walk.best, lowerBound: isComplete ? walk.best : bound)
  }

  private struct Walk {
    var patience: Int
    var order: [Int] = []
    var best = Double.infinity
    var bestOrder: [Int] = []
  }

  /// The tracks to begin with, cheapest first.
  private func starts() -> [(track: Int, cost: Double)] {
    (0..<count).filter(problem.mayStart).map { track in
      (track, problem.cost(of: track, at: 0) + completion[(1 << track) * count + track])
    }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
  }

  private func mayStop(_ mask: Int, last: Int) -> Bool {
    guard problem.mayEnd(last) else { return false }
    guard let range = problem.durationRange else { return mask == (1 << count) - 1 }
    return mask & requiredMask == requiredMask && range.contains(lengths[mask])
  }

  private mutating func fill() {
    guard count > 0 else { return }
    let longest = problem.durationRange?.upperBound ?? .infinity
    for mask in stride(from: (1 << count) - 1, to: 0, by: -1) where lengths[mask] <= longest {
      let place = mask.nonzeroBitCount
      for last in 0..<count where mask & 1 << last != 0 {
        // Steps cost nothing or more, so that going on is never better than stopping.
        guard !mayStop(mask, last: last) else {
          completion[mask * count + last] = 0
          continue
        }
        var least = Double.infinity
        for next in 0..<count where mask & 1 << next == 0 {
          let cost =
            problem.step(last, next) + problem.cost(of: next, at: place)
            + completion[(mask | 1 << next) * count + next]
          if cost < least { least = cost }
        }
        completion[mask * count + last] = least
      }
    }
  }

  private func descend(_ mask: Int, last: Int, soFar: Double, walk: inout Walk) {
    guard walk.patience > 0 else { return }
    walk.patience -= 1
    if mayStop(mask, last: last) {
      if soFar < walk.best - 1e-12 {
        walk.best = soFar
        walk.bestOrder = walk.order
      }
      return
    }
    let place = mask.nonzeroBitCount
    var ways: [(next: Int, cost: Double, least: Double)] = []
    for next in 0..<count where mask & 1 << next == 0 {
      var cost = soFar + problem.step(last, next) + problem.cost(of: next, at: place)
      if problem.artistGap > 1 {
        let repeats = problem.farRepeats(before: place, in: walk.order + [next])
        cost += Double(repeats) * SetProblem.violation
      }
      let least = cost + completion[(mask | 1 << next) * count + next]
      if least < walk.best - 1e-12 { ways.append((next, cost, least)) }
    }
    ways.sort { ($0.least, $0.next) < ($1.least, $1.next) }
    for way in ways where way.least < walk.best - 1e-12 {
      walk.order.append(way.next)
      descend(mask | 1 << way.next, last: way.next, soFar: way.cost, walk: &walk)
      walk.order.removeLast()
    }
  }
}

/// Finds a good order, and says how good it is: the best for few tracks, for more the best of a search
/// with a bound beside it.
///
/// The same problem and seed give the same order on every machine.
package struct SetSolver: Sendable {
  package var seed: UInt64

  package init(seed: UInt64 = 1) {
    self.seed = seed
  }

  /// - Returns: Nil when no choice of tracks lasts as long as it should.
  package func solve(_ problem: SetProblem) -> SetSolution? {
    if problem.count <= ExactSetSearch.largestCount { return ExactSetSearch(problem).solve() }
    guard let start = BeamSetSearch(problem, seed: seed).order() else { return nil }
    var random = SplitMix(seed: seed)
    var order = start
    // What the choice gains, a new order may gain again.
    for _ in 0..<3 {
      var improvement = SetImprovement(problem, order: order)
      improvement.settle()
      improvement.shake(times: Self.shakeCount(problem, order.count), random: &random)
      let chosen = SetChoice(problem).improved(improvement.order)
      let isSettled = chosen == improvement.order
      order = chosen
      if isSettled { break }
    }
    let cost = problem.cost(of: order)
    guard problem.durationRange == nil else { return SetSolution(order: order, cost: cost) }
    var walks = PlacedPathBound(problem)
    let bound = max(SetLowerBound(problem).bound(known: cost), walks.bound(known: cost) ?? 0)
    // Rounding must not lift the bound above an order that reaches it.
    return SetSolution(order: order, cost: cost, lowerBound: max(min(bound, cost), 0))
  }

  /// Shakes of a set of this many tracks: fewer of long ones, and of those whose places cost, where each
  /// takes longer.
  private static func shakeCount(_ problem: SetProblem, _ count: Int) -> Int {
    let share = problem.placeCount > 0 ? 4 : 1
    return min(60 * count, 1_000_000 / max(count, 1)) / share
  }
}

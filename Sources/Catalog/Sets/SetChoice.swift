/// Which tracks a set has, when not all: changes a choice track by track while that makes it better.
///
/// A track of the set gives way to one outside it, or goes without one; the playing time stays within its range, and required tracks stay.
struct SetChoice {
  private let problem: SetProblem

  init(_ problem: SetProblem) {
    self.problem = problem
  }

  /// The best order that single changes of the choice lead to.
  func improved(_ start: [Int]) -> [Int] {
    guard let range = problem.durationRange else { return start }
    var order = start
    var cost = problem.cost(of: order)
    while let better = bestChange(order, cost: cost, range: range) {
      order = better.order
      cost = better.cost
    }
    return order
  }

  private func bestChange(
    _ order: [Int], cost: Double, range: ClosedRange<Double>
  ) -> (order: [Int], cost: Double)? {
    let inSet = Set(order)
    let length = order.reduce(0) { $0 + problem.durations[$1] }
    var best: (order: [Int], cost: Double)?
    func consider(_ changed: [Int]) {
      let cost = problem.cost(of: changed)
      if cost < (best?.cost ?? .infinity) - 1e-12 { best = (changed, cost) }
    }
    for place in order.indices where !problem.required.contains(order[place]) {
      let without = length - problem.durations[order[place]]
      if range.contains(without), order.count > 1 {
        var changed = order
        changed.remove(at: place)
        consider(changed)
      }
      for other in 0..<problem.count where !inSet.contains(other) {
        guard range.contains(without + problem.durations[other]) else { continue }
        var changed = order
        changed[place] = other
        consider(changed)
      }
    }
    guard let best, best.cost < cost - 1e-9 else { return nil }
    return best
  }
}

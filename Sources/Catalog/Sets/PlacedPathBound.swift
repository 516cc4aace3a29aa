/// What no order can cost less than where places cost something: steps and places weighed together.
///
/// A walk through the places that may play a track twice, though not with one other between, costs no
/// more at best than the best order, and is found place by place. Prices for tracks that it plays
/// too often or never, which change every order by the same, raise that cost step by step.
///
/// *Source:* Picard & Queyranne, The time-dependent traveling salesman problem, 1978.
struct PlacedPathBound {
  /// Steps that may be weighed in all: about a second's worth.
  private static let budget = 250_000_000
  private static let mostRounds = 200

  private let problem: SetProblem
  private let count: Int
  // By place and track: the cheapest walk that ends there, the track before it, and the same for
  // the cheapest walk with another track before it.
  private var cost, rivalCost: [Double]
  private var before, rivalBefore: [Int32]

  init(_ problem: SetProblem) {
    self.problem = problem
    count = problem.count
    cost = Array(repeating: .infinity, count: count * count)
    rivalCost = cost
    before = Array(repeating: -1, count: count * count)
    rivalBefore = before
  }

  /// - Parameter known: What the best order known costs: the nearer, the faster the prices settle.
  /// - Returns: Nil for more tracks than can be weighed.
  mutating func bound(known: Double) -> Double? {
    let rounds = min(Self.mostRounds, Self.budget / max(count * count * count, 1))
    guard count > 2, rounds > 5 else { return nil }
    var prices = [Double](repeating: 0, count: count)
    var bestPrices = prices
    var best = -Double.infinity
    var scale = 1.0
    var idle = 0
    for _ in 0..<rounds {
      let (least, plays) = walk(prices)
      guard least.isFinite else { return nil }
      if least > best + 1e-12 {
        best = least
        bestPrices = prices
        idle = 0
      } else {
        idle += 1
      }
      let norm = plays.reduce(0.0) { $0 + Double(($1 - 1) * ($1 - 1)) }
      if norm == 0 || known - best < 1e-9 { break }
      if idle >= 5 {
        scale /= 2
        idle = 0
        prices = bestPrices
      }
      let pace = scale * max(known - least, 1e-6) / norm
      for track in 0..<count { prices[track] += pace * Double(plays[track] - 1) }
    }
    return best
  }

  /// The cheapest walk at these prices, and how often it plays each track.
  private mutating func walk(_ prices: [Double]) -> (cost: Double, plays: [Int]) {
    for track in 0..<count {
      cost[track] =
        problem.mayStart(track) ? problem.cost(of: track, at: 0) + prices[track] : .infinity
      before[track] = -1
      rivalCost[track] = .infinity
      rivalBefore[track] = -1
    }
    for place in 1..<count { extend(to: place, prices) }
    let last = (count - 1) * count
    var end = -1
    for track in 0..<count where problem.mayEnd(track) {
      if end < 0 || cost[last + track] < cost[last + end] { end = track }
    }
    guard end >= 0, cost[last + end].isFinite else { return (.infinity, []) }
    return (cost[last + end] - prices.reduce(0, +), plays(endingWith: end))
  }

  private mutating func extend(to place: Int, _ prices: [Double]) {
    let (row, previous) = (place * count, (place - 1) * count)
    for track in 0..<count {
      cost[row + track] = .infinity
      rivalCost[row + track] = .infinity
      before[row + track] = -1
      rivalBefore[row + track] = -1
    }
    for from in 0..<count {
      let (way, rivalWay) = (cost[previous + from], rivalCost[previous + from])
      let origin = Int(before[previous + from])
      for to in 0..<count where to != from {
        // Not back to where it came from.
        let total = (origin == to ? rivalWay : way) + problem.step(from, to)
        if total < cost[row + to] {
          rivalCost[row + to] = cost[row + to]
          rivalBefore[row + to] = before[row + to]
          cost[row + to] = total
          before[row + to] = Int32(from)
        } else if total < rivalCost[row + to] {
          rivalCost[row + to] = total
          rivalBefore[row + to] = Int32(from)
        }
      }
    }
    for track in 0..<count {
      let own = problem.cost(of: track, at: place) + prices[track]
      cost[row + track] += own
      rivalCost[row + track] += own
    }
  }

  private func plays(endingWith end: Int) -> [Int] {
    var plays = [Int](repeating: 0, count: count)
    var track = end
    var isRival = false
    for place in stride(from: count - 1, through: 0, by: -1) {
      plays[track] += 1
      guard place > 0 else { break }
      let at = place * count + track
      let origin = Int(isRival ? rivalBefore[at] : before[at])
      // The walk to the origin must not come from this track.
      isRival = Int(before[(place - 1) * count + origin]) == track
      track = origin
    }
    return plays
  }
}

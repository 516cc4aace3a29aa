/// What no order of all tracks can cost less than.
///
/// Two parts that hold whatever the order: the steps, and the places.
///
/// - Steps: a path with both its ends tied to a further point is a spanning tree of the tracks with two
///   ties. The cheapest such tree costs no more than the best path; prices for tracks that it touches too
///   often or too seldom, which change every path by the same, raise that cost step by step.
///   A step taken up costs other than one taken down; as far as the difference comes from a height
///   that tracks have (their energy), it cancels along a path, and the cheaper direction
///   of what remains is counted.
/// - Places: the cheapest assignment of the tracks to the places.
///
/// *Source:* Held & Karp, The traveling-salesman problem and minimum spanning trees, 1970 and 1971.
struct SetLowerBound {
  private static let roundCount = 400

  private let problem: SetProblem
  private let count: Int
  /// What each track's height adds to a set that ends with it, and takes from one that begins with it.
  private let heights: [Double]
  /// The cheaper direction of each step, heights taken off.
  private let links: [Double]

  init(_ problem: SetProblem) {
    self.problem = problem
    count = problem.count
    var heights = [Double](repeating: 0, count: count)
    for one in 0..<count {
      var sum = 0.0
      for other in 0..<count where other != one {
        let difference = problem.step(other, one) - problem.step(one, other)
        // Broken rules are no heights.
        if abs(difference) < SetProblem.violation / 2 { sum += difference }
      }
      heights[one] = sum / Double(2 * max(count, 1))
    }
    var links = [Double](repeating: 0, count: count * count)
    for one in 0..<count {
      for other in 0..<count where other != one {
        let there = problem.step(one, other) + heights[one] - heights[other]
        let back = problem.step(other, one) + heights[other] - heights[one]
        links[one * count + other] = min(there, back)
      }
    }
    self.heights = heights
    self.links = links
  }

  /// - Parameter known: What the best order known costs: the nearer, the faster the prices settle.
  func bound(known: Double) -> Double {
    guard count > 1 else { return count == 1 ? problem.cost(of: 0, at: 0) : 0 }
    let placed = problem.placeCount > 0 ? CheapestAssignment(problem).cost : 0
    return placed + stepBound(known: known - placed)
  }

  private func stepBound(known: Double) -> Double {
    var prices = [Double](repeating: 0, count: count)
    var best = -Double.infinity
    var bestPrices = prices
    var scale = 1.0
    var idle = 0
    var trend = [Double](repeating: 0, count: count)
    for _ in 0..<Self.roundCount {
      let tree = tree(prices)
      if tree.cost > best + 1e-12 {
        best = tree.cost
        bestPrices = prices
        idle = 0
      } else {
        idle += 1
      }
      var norm = 0.0
      for track in 0..<count {
        trend[track] = 0.6 * Double(tree.degrees[track] - 2) + 0.4 * trend[track]
        norm += trend[track] * trend[track]
      }
      if norm < 1e-9 || known - best < 1e-9 { break }
      if idle >= 12 {
        scale /= 2
        idle = 0
        prices = bestPrices
        if scale < 1e-4 { break }
      }
      let pace = scale * max(known - tree.cost, 1e-6) / norm
      for track in 0..<count { prices[track] += pace * trend[track] }
    }
    return best
  }

  /// The cheapest tree with two ties at these prices, and how often it touches each track.
  private func tree(_ prices: [Double]) -> (cost: Double, degrees: [Int]) {
    var degrees = [Int](repeating: 0, count: count)
    var distance = [Double](repeating: .infinity, count: count)
    var parent = [Int](repeating: 0, count: count)
    var isIn = [Bool](repeating: false, count: count)
    var cost = 0.0
    var newest = 0
    isIn[0] = true
    for _ in 1..<count {
      var nearest = -1
      let row = newest * count
      let price = prices[newest]
      for track in 0..<count where !isIn[track] {
        let length = links[row + track] + price + prices[track]
        if length < distance[track] {
          distance[track] = length
          parent[track] = newest
        }
        if nearest < 0 || distance[track] < distance[nearest] { nearest = track }
      }
      isIn[nearest] = true
      cost += distance[nearest]
      degrees[nearest] += 1
      degrees[parent[nearest]] += 1
      newest = nearest
    }
    let (start, end) = ties(prices)
    degrees[start] += 1
    degrees[end] += 1
    cost += prices[start] - heights[start] + prices[end] + heights[end]
    return (cost - 2 * prices.reduce(0, +), degrees)
  }

  /// The cheapest two tracks to begin and end with.
  private func ties(_ prices: [Double]) -> (start: Int, end: Int) {
    func cheapest(_ fixed: Int?, _ cost: (Int) -> Double) -> [Int] {
      if let fixed { return [fixed] }
      return Array((0..<count).sorted { (cost($0), $0) < (cost($1), $1) }.prefix(2))
    }
    let starts = cheapest(problem.first) { prices[$0] - heights[$0] }
    let ends = cheapest(problem.last) { prices[$0] + heights[$0] }
    var best: (cost: Double, start: Int, end: Int)?
    for start in starts {
      for end in ends where end != start {
        let cost = prices[start] - heights[start] + prices[end] + heights[end]
        if cost < best?.cost ?? .infinity { best = (cost, start, end) }
      }
    }
    return best.map { ($0.start, $0.end) } ?? (starts[0], ends[ends.count - 1])
  }
}

/// Makes a given order better by local changes, until nothing helps, and then by small shakes.
///
/// A change takes a stretch of the set and puts its two halves the other way round, either of them
/// reversed or not: moving one to three tracks elsewhere (Or-opt) and reversing a stretch (2-opt) are of
/// this kind. Only changes that bring a track beside one that it goes well with are tried. A shake swaps
/// two neighbouring stretches by chance; what came of it stays only if the set became better.
///
/// *Source:* Or, Traveling salesman-type combinatorial problems, 1976; Johnson & McGeoch, The traveling
/// salesman problem: a case study in local optimization, 1997.
struct SetImprovement {
  /// How many good followers, and forerunners, of a track are tried.
  private static let neighbourCount = 10
  /// The most tracks that are moved together.
  private static let longestMove = 3

  private let problem: SetProblem
  private let followers, forerunners: [[Int]]
  private(set) var order: [Int]
  private(set) var cost: Double
  private var place: [Int]
  /// What the steps up to a place cost together, forwards and in the opposite direction.
  private var forward, backward: [Double]
  private var waiting: [Int] = []
  private var isWaiting: [Bool]

  /// One of the two halves of a change: places, and whether in reverse.
  private struct Half {
    var range: Range<Int>
    var isReversed = false
  }

  /// - Parameter order: Every track that the set has, once each.
  init(_ problem: SetProblem, order: [Int]) {
    self.problem = problem
    self.order = order
    cost = problem.cost(of: order)
    let inSet = order.sorted()
    var followers = [[Int]](repeating: [], count: problem.count)
    var forerunners = followers
    for track in inSet {
      let others = inSet.filter { $0 != track }
      followers[track] = Self.cheapest(others) { problem.step(track, $0) }
      forerunners[track] = Self.cheapest(others) { problem.step($0, track) }
    }
    self.followers = followers
    self.forerunners = forerunners
    place = Array(repeating: 0, count: problem.count)
    forward = Array(repeating: 0, count: order.count)
    backward = forward
    isWaiting = Array(repeating: false, count: problem.count)
    measure()
  }

  private static func cheapest(_ tracks: [Int], _ cost: (Int) -> Double) -> [Int] {
    let sorted = tracks.map { (cost($0), $0) }.sorted { $0 < $1 }
    return sorted.prefix(neighbourCount).map(\.1)
  }

  /// Improves until no change of any track helps.
  mutating func settle() {
    for track in order { wait(track) }
    work()
  }

  /// Shakes so many times.
  mutating func shake(times: Int, random: inout SplitMix) {
    guard order.count > 3 else { return }
    for _ in 0..<times {
      let before = (order: order, cost: cost)
      let start = random.below(order.count - 1)
      let longest = min(30, order.count - start - 1)
      let first = 1 + random.below(longest)
      let second = 1 + random.below(min(30, order.count - start - first))
      let middle = start + first
      apply(Half(range: middle..<middle + second), Half(range: start..<middle))
      work()
      if cost > before.cost - 1e-12 {
        order = before.order
        cost = before.cost
        measure()
      }
    }
  }

  // MARK: - Searching

  private mutating func wait(_ track: Int) {
    guard !isWaiting[track] else { return }
    isWaiting[track] = true
    waiting.append(track)
  }

  private mutating func work() {
    var next = 0
    while next < waiting.count {
      let track = waiting[next]
      next += 1
      isWaiting[track] = false
      while improve(track) {}
    }
    waiting.removeAll(keepingCapacity: true)
  }

  /// Makes the best change that brings `track` beside one of those that it goes well with.
  private mutating func improve(_ track: Int) -> Bool {
    var best: (gain: Double, one: Half, two: Half)?
    func consider(_ one: Half, _ two: Half) {
      let gain = gain(one, two)
      if gain > 1e-9, gain > best?.gain ?? 0 { best = (gain, one, two) }
    }
    let at = place[track]
    for follower in followers[track] where place[follower] != at + 1 {
      join(at, place[follower], consider)
    }
    for forerunner in forerunners[track] where place[forerunner] != at - 1 {
      join(place[forerunner], at, consider)
    }
    moveToEnds(at, consider)
    guard let best else { return false }
    apply(best.one, best.two)
    return true
  }

  /// The changes after which what is at place `one` comes just before what is at `two`.
  private func join(_ one: Int, _ two: Int, _ consider: (Half, Half) -> Void) {
    let count = order.count
    if two > one + 1 {
      // Reversing all from behind the one up to the other.
      consider(Half(range: one + 1..<two + 1, isReversed: true), Half(range: two + 1..<two + 1))
    }
    for length in 1...Self.longestMove {
      // What begins with `two` moves behind `one`.
      if two > one + 1, two + length <= count {
        consider(Half(range: two..<two + length), Half(range: one + 1..<two))
      } else if two < one, two + length <= one {
        consider(Half(range: two + length..<one + 1), Half(range: two..<two + length))
      }
      // What ends with `two` moves behind `one`, reversed.
      let head = two - length + 1
      if head > one {
        consider(
          Half(range: head..<two + 1, isReversed: true), Half(range: one + 1..<head))
      } else if two < one, head >= 0 {
        consider(
          Half(range: two + 1..<one + 1), Half(range: head..<two + 1, isReversed: true))
      }
      // What ends with `one` moves before `two`.
      let tail = one - length + 1
      if two > one + 1, tail >= 0 {
        consider(Half(range: one + 1..<two), Half(range: tail..<one + 1))
      } else if two < tail {
        consider(Half(range: tail..<one + 1), Half(range: two..<tail))
      }
      // What begins with `one` moves before `two`, reversed.
      if two > one + length - 1, one + length < count {
        consider(
          Half(range: one + length..<two), Half(range: one..<one + length, isReversed: true))
      } else if two < one, one + length <= count {
        consider(
          Half(range: one..<one + length, isReversed: true), Half(range: two..<one))
      }
    }
  }

  private func moveToEnds(_ at: Int, _ consider: (Half, Half) -> Void) {
    let count = order.count
    let nothing = Half(range: at..<at)
    consider(Half(range: 0..<at + 1, isReversed: true), nothing)
    consider(Half(range: at..<count, isReversed: true), nothing)
    for length in 1...Self.longestMove where at + length <= count {
      for isReversed in [false, true] {
        let segment = Half(range: at..<at + length, isReversed: isReversed)
        if at > 0 { consider(segment, Half(range: 0..<at)) }
        if at + length < count { consider(Half(range: at + length..<count), segment) }
      }
    }
    if at > 0 { consider(Half(range: at..<count), Half(range: 0..<at)) }
  }

  // MARK: - Costs

  /// What the set costs less when two stretches that lie side by side stand as given.
  private func gain(_ one: Half, _ two: Half) -> Double {
    let start = min(one.range.lowerBound, two.range.lowerBound)
    let end = max(one.range.upperBound, two.range.upperBound)
    var new = 0.0
    var previous = start > 0 ? order[start - 1] : -1
    if !one.range.isEmpty { add(one, &new, &previous) }
    if !two.range.isEmpty { add(two, &new, &previous) }
    if end < order.count, previous >= 0 { new += problem.step(previous, order[end]) }
    let old = forward[min(end, order.count - 1)] - forward[max(start - 1, 0)]
    var gain = old - new
    guard start == 0 || end == order.count || problem.placeCount > 0 || problem.artistGap > 1
    else { return gain }
    let head = one.range.isEmpty ? two : one
    let tail = two.range.isEmpty ? one : two
    if start == 0 || end == order.count { gain += endGain(head, tail, start: start, end: end) }
    if problem.placeCount > 0 { gain += placeGain(one, two, start: start) }
    if problem.artistGap > 1 {
      let window = Array(order[start..<end])
      let changed = tracks(of: [one, two])
      if window != changed {
        gain += Double(repeatGain(changed, start: start, end: end)) * SetProblem.violation
      }
    }
    return gain
  }

  /// Adds the steps to and through a stretch.
  private func add(_ half: Half, _ cost: inout Double, _ previous: inout Int) {
    let (low, high) = (half.range.lowerBound, half.range.upperBound - 1)
    let (first, last) = half.isReversed ? (high, low) : (low, high)
    if previous >= 0 { cost += problem.step(previous, order[first]) }
    cost += half.isReversed ? backward[high] - backward[low] : forward[high] - forward[low]
    previous = order[last]
  }

  private func placeGain(_ one: Half, _ two: Half, start: Int) -> Double {
    var gain = 0.0
    var at = start
    for half in [one, two] {
      for offset in 0..<half.range.count {
        let from =
          half.isReversed ? half.range.upperBound - 1 - offset : half.range.lowerBound + offset
        gain += problem.cost(of: order[at], at: at) - problem.cost(of: order[from], at: at)
        at += 1
      }
    }
    return gain
  }

  private func endGain(_ head: Half, _ tail: Half, start: Int, end: Int) -> Double {
    var broken = 0
    if start == 0 {
      let new = order[head.isReversed ? head.range.upperBound - 1 : head.range.lowerBound]
      broken += (problem.mayStart(order[0]) ? 0 : 1) - (problem.mayStart(new) ? 0 : 1)
    }
    if end == order.count {
      let new = order[tail.isReversed ? tail.range.lowerBound : tail.range.upperBound - 1]
      broken += (problem.mayEnd(order[end - 1]) ? 0 : 1) - (problem.mayEnd(new) ? 0 : 1)
    }
    return Double(broken) * SetProblem.violation
  }

  private func repeatGain(_ window: [Int], start: Int, end: Int) -> Int {
    let low = max(start - problem.artistGap, 0)
    let high = min(end + problem.artistGap, order.count)
    let old = Array(order[low..<high])
    let new = Array(order[low..<start]) + window + Array(order[end..<high])
    return problem.farRepeats(in: old) - problem.farRepeats(in: new)
  }

  private func tracks(of halves: [Half]) -> [Int] {
    halves.flatMap { half in
      half.isReversed ? order[half.range].reversed() : Array(order[half.range])
    }
  }

  private mutating func apply(_ one: Half, _ two: Half) {
    let halves = one.range.isEmpty ? [two] : two.range.isEmpty ? [one] : [one, two]
    let start = halves.map(\.range.lowerBound).min() ?? 0
    let end = halves.map(\.range.upperBound).max() ?? 0
    cost -= gain(one, two)
    order.replaceSubrange(start..<end, with: tracks(of: halves))
    measure()
    for half in halves {
      for near in [half.range.lowerBound, half.range.upperBound] {
        for at in [near - 1, near] where order.indices.contains(at) { wait(order[at]) }
      }
    }
    // Where the halves meet now.
    let seam = start + (halves.first?.range.count ?? 0)
    for at in [seam - 1, seam] where order.indices.contains(at) { wait(order[at]) }
  }

  private mutating func measure() {
    for (at, track) in order.enumerated() {
      place[track] = at
      guard at > 0 else { continue }
      forward[at] = forward[at - 1] + problem.step(order[at - 1], track)
      backward[at] = backward[at - 1] + problem.step(track, order[at - 1])
    }
  }
}

import TestSupport
import Testing

@testable import Catalog

@Suite struct SetSolverTests {
  /// A problem by chance whose steps are nearly the same both ways, as those of music are.
  private func problem(
    _ count: Int, seed: UInt64, hasPlaces: Bool = false, artistGap: Int = 0,
    durationRange: ClosedRange<Double>? = nil, first: Int? = nil, last: Int? = nil,
    locked: [(Int, Int)] = [], required: Set<Int> = []
  ) -> SetProblem {
    var random = SeededGenerator(seed: seed)
    func share() -> Double { Double.random(in: 0..<1, using: &random) }
    let spots = (0..<count).map { _ in (share(), share()) }
    var steps = [Double](repeating: 0, count: count * count)
    for one in 0..<count {
      for other in 0..<count where one != other {
        let climb = spots[other].1 - spots[one].1
        steps[one * count + other] =
          abs(spots[one].0 - spots[other].0) + (climb < 0 ? -climb : 0) + 0.05 * share()
      }
    }
    let places = hasPlaces ? (0..<count * count).map { _ in 0.4 * share() } : []
    return SetProblem(
      count: count, steps: steps, places: places, placeCount: hasPlaces ? count : 0,
      durations: (0..<count).map { _ in 100 + 200 * share() },
      artists: (0..<count).map { $0 % 4 == 3 ? -1 : $0 % 4 }, artistGap: artistGap, first: first,
      last: last, locked: locked, required: required, durationRange: durationRange)
  }

  /// The least cost of all orders, one by one.
  private func bruteForce(_ problem: SetProblem) -> Double {
    var best = Double.infinity
    func go(on order: [Int], _ length: Double) {
      if let start = order.first, !problem.mayStart(start) { return }
      let isWhole =
        problem.durationRange.map {
          $0.contains(length) && problem.required.isSubset(of: Set(order))
        } ?? (order.count == problem.count)
      if isWhole, let end = order.last, problem.mayEnd(end) {
        best = min(best, problem.cost(of: order))
      }
      guard order.count < problem.count, length <= problem.durationRange?.upperBound ?? .infinity
      else { return }
      for next in 0..<problem.count where !order.contains(next) {
        go(on: order + [next], length + problem.durations[next])
      }
    }
    go(on: [], 0)
    return best
  }

  @Test(arguments: 1...6)
  func `few tracks get the best of all orders`(seed: UInt64) throws {
    let problems = [
      problem(6, seed: seed), problem(6, seed: seed, hasPlaces: true),
      problem(6, seed: seed, artistGap: 2), problem(6, seed: seed, first: 3, last: 0),
      problem(6, seed: seed, locked: [(2, 5), (5, 1)]),
      problem(7, seed: seed, durationRange: 700...900, required: [4]),
      problem(7, seed: seed, hasPlaces: true, artistGap: 1, durationRange: 500...800, last: 2),
    ]
    for (index, problem) in problems.enumerated() {
      let best = bruteForce(problem)
      let solution = SetSolver().solve(problem)
      guard best.isFinite else {
        #expect(solution == nil)
        continue
      }
      let found = try #require(solution)
      #expect(abs(found.cost - best) < 1e-9, "problem \(index)")
      #expect(abs(problem.cost(of: found.order) - best) < 1e-9, "problem \(index)")
      #expect(found.isOptimal)
    }
  }

  @Test(arguments: 1...4)
  func `no order costs less than the bound`(seed: UInt64) throws {
    for problem in [problem(8, seed: seed), problem(8, seed: seed, hasPlaces: true)] {
      let best = try #require(ExactSetSearch(problem).solve()?.cost)
      let bound = SetLowerBound(problem).bound(known: best)
      #expect(bound <= best + 1e-9)
      #expect(bound > 0.5 * best, "a bound far below says nothing")
      var walks = PlacedPathBound(problem)
      let walked = walks.bound(known: best) ?? -1
      #expect(walked <= best + 1e-9)
      #expect(walked > 0.5 * best)
    }
  }

  @Test(arguments: 1...3)
  func `the search finds what the exact way finds`(seed: UInt64) throws {
    for problem in [
      problem(9, seed: seed), problem(9, seed: seed, hasPlaces: true),
      problem(9, seed: seed, artistGap: 2), problem(9, seed: seed, first: 4, locked: [(1, 7)]),
    ] {
      let best = try #require(ExactSetSearch(problem).solve())
      let start = try #require(BeamSetSearch(problem, seed: 1).order())
      var search = SetImprovement(problem, order: start)
      search.settle()
      var random = SplitMix(seed: 1)
      search.shake(times: 200, random: &random)
      #expect(search.order.sorted() == Array(0..<9))
      #expect(abs(search.cost - problem.cost(of: search.order)) < 1e-9)
      #expect(search.cost < best.cost + 0.02 * abs(best.cost))
    }
  }

  @Test func `many tracks are each played once, the same way for the same seed`() throws {
    let problem = problem(22, seed: 5, artistGap: 1, first: 3, last: 8)
    let one = try #require(SetSolver(seed: 9).solve(problem))
    #expect(one == SetSolver(seed: 9).solve(problem))
    #expect(one.order.sorted() == Array(0..<22))
    #expect(one.order.first == 3 && one.order.last == 8)
    #expect(one.cost < SetProblem.violation)
    let bound = try #require(one.lowerBound)
    #expect(bound <= one.cost && bound > 0.7 * one.cost)
  }

  @Test func `a choice among many lasts as long as it should`() throws {
    let problem = problem(20, seed: 6, durationRange: 1200...1400, required: [7])
    let solution = try #require(SetSolver().solve(problem))
    #expect((1200...1400).contains(solution.order.reduce(0) { $0 + problem.durations[$1] }))
    #expect(solution.order.contains(7))
    #expect(Set(solution.order).count == solution.order.count)
  }

  @Test func `nothing, one track, and what cannot be`() throws {
    #expect(SetSolver().solve(problem(0, seed: 1))?.order == [])
    #expect(SetSolver().solve(problem(1, seed: 1))?.order == [0])
    #expect(SetSolver().solve(problem(3, seed: 1, durationRange: 5000...6000)) == nil)
    #expect(SetSolver().solve(problem(18, seed: 1, durationRange: 90_000...95_000)) == nil)
  }

  @Test func `tracks are put to places as cheaply as can be`() {
    let problem = problem(5, seed: 3, hasPlaces: true)
    var best = Double.infinity
    func go(_ order: [Int], _ cost: Double) {
      if order.count == 5 { best = min(best, cost) }
      for next in 0..<5 where !order.contains(next) {
        go(order + [next], cost + problem.cost(of: next, at: order.count))
      }
    }
    go([], 0)
    #expect(abs(CheapestAssignment(problem).cost - best) < 1e-12)
  }
}

/// The ordering of a set as numbers alone: what each step and each place costs, and what must hold.
///
/// Tracks are 0 to `count` − 1. What must not be is not left out but costs ``violation``: so every
/// question has an answer, and the best one breaks as few rules as can be.
package struct SetProblem: Sendable {
  package let count: Int
  /// The cost of going from one track to another: row by row, `count` × `count`, 0 or more.
  package private(set) var steps: [Double]
  /// The cost of a track at each of ``placeCount`` places, row by row; empty when places cost nothing.
  /// Further places cost what the last one does.
  package private(set) var places: [Double]
  package let placeCount: Int
  /// In seconds.
  package var durations: [Double]
  /// Tracks of one number are of one artist; −1 is nobody's.
  package var artists: [Int]
  /// So many tracks must lie between two of one artist.
  package let artistGap: Int
  package let first: Int?
  package let last: Int?
  /// The tracks that must be among those chosen; without ``durationRange`` all are.
  package var required: Set<Int>
  /// How long the tracks chosen may last together, in seconds; nil for all tracks.
  package var durationRange: ClosedRange<Double>?

  /// What each broken rule costs: more than all that a good order could save.
  package static let violation = 100.0

  /// - Parameters:
  ///   - steps: `count` × `count` costs, without those of the rules below.
  ///   - locked: Pairs of which the second must follow the first at once.
  package init(
    count: Int, steps: [Double], places: [Double] = [], placeCount: Int = 0,
    durations: [Double] = [], artists: [Int] = [], artistGap: Int = 0, first: Int? = nil,
    last: Int? = nil, locked: [(Int, Int)] = [], required: Set<Int> = [],
    durationRange: ClosedRange<Double>? = nil
  ) {
    precondition(steps.count == count * count, "one cost for each pair")
    precondition(places.count == count * placeCount, "one cost for each track and place")
    self.count = count
    self.steps = steps
    self.places = places
    self.placeCount = placeCount
    self.durations = durations.isEmpty ? Array(repeating: 0, count: count) : durations
    self.artists = artists.isEmpty ? Array(repeating: -1, count: count) : artists
    self.artistGap = artistGap
    self.first = first
    self.last = last
    self.required = required.union([first, last].compactMap(\.self))
    self.required.formUnion(locked.flatMap { [$0.0, $0.1] })
    self.durationRange = durationRange
    for from in 0..<count {
      for to in 0..<count where from != to {
        var broken = 0
        if to == first { broken += 1 }
        if from == last { broken += 1 }
        if artistGap > 0, self.artists[from] >= 0, self.artists[from] == self.artists[to] {
          broken += 1
        }
        for (one, next) in locked where (from == one) != (to == next) { broken += 1 }
        self.steps[from * count + to] += Double(broken) * Self.violation
      }
    }
  }

  package func step(_ from: Int, _ to: Int) -> Double { steps[from * count + to] }

  package func cost(of track: Int, at place: Int) -> Double {
    placeCount == 0 ? 0 : places[track * placeCount + min(place, placeCount - 1)]
  }

  /// Whether a set may begin or end with a track.
  func mayStart(_ track: Int) -> Bool { first == nil || first == track }
  func mayEnd(_ track: Int) -> Bool { last == nil || last == track }

  /// What an order costs, with ``violation`` for each rule that it breaks.
  package func cost(of order: [Int]) -> Double {
    guard let start = order.first, let end = order.last else { return 0 }
    var cost = cost(of: start, at: 0)
    for (place, pair) in zip(order, order.dropFirst()).enumerated() {
      cost += step(pair.0, pair.1) + self.cost(of: pair.1, at: place + 1)
    }
    cost += Double(farRepeats(in: order)) * Self.violation
    if !mayStart(start) { cost += Self.violation }
    if !mayEnd(end) { cost += Self.violation }
    return cost
  }

  /// How often an artist returns within the gap, neighbours aside, which ``steps`` have.
  func farRepeats(in order: [Int]) -> Int {
    guard artistGap > 1 else { return 0 }
    return order.indices.reduce(0) { $0 + farRepeats(before: $1, in: order) }
  }

  /// How many of the tracks before a place, within the gap but for the nearest, are of its artist.
  func farRepeats(before place: Int, in order: [Int]) -> Int {
    guard artistGap > 1, place > 1, artists[order[place]] >= 0 else { return 0 }
    return (max(place - artistGap, 0)..<place - 1).reduce(0) { sum, other in
      sum + (artists[order[other]] == artists[order[place]] ? 1 : 0)
    }
  }
}

/// An order of tracks, and how good it is known to be.
package struct SetSolution: Sendable, Hashable {
  package var order: [Int]
  package var cost: Double
  /// No order costs less than this; nil when nothing is known.
  package var lowerBound: Double?

  /// Whether the bound says that no order is better.
  package var isOptimal: Bool {
    lowerBound.map { cost - $0 <= 1e-9 * max(1, abs(cost)) } ?? false
  }
}

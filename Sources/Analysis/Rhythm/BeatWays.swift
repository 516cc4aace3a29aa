import CKernels

/// The ways between the intervals of a state space, laid out for eight intervals at a time.
struct BeatWays {
  /// A multiple of eight; there may be fewer intervals.
  let width: Int
  /// How many places before the first interval, and behind the last, are looked at.
  let margin: Int
  private let groups: [mucat_ways]
  /// Way by way the logarithms of eight probabilities; −∞ where there is no way.
  private let costs: [Float]

  init(_ space: BeatStateSpace) {
    let lanes = mucat_lanes
    let count = space.intervals.count
    width = (count + lanes - 1) / lanes * lanes
    var groups: [mucat_ways] = []
    var costs: [Float] = []
    var margin = 0
    for first in stride(from: 0, to: count, by: lanes) {
      let states = first..<min(first + lanes, count)
      // From an interval to the first and the last that one may come from.
      let distances = states.map { space.transitions[$0].sources.lowerBound - $0 }
      let ends = states.map { space.transitions[$0].sources.upperBound - $0 }
      let (nearest, farthest): (Int, Int) = (distances.min() ?? 0, ends.max() ?? 0)
      for distance in nearest..<farthest {
        for state in first..<(first + lanes) {
          costs.append(Self.cost(of: state + distance, to: state, in: space))
        }
      }
      groups.append(
        mucat_ways(first_source: Int32(first + nearest), way_count: Int32(farthest - nearest)))
      margin = max(margin, 0 - first - nearest, first + lanes + farthest - width)
    }
    (self.groups, self.costs, self.margin) = (groups, costs, margin)
  }

  private static func cost(of source: Int, to state: Int, in space: BeatStateSpace) -> Float {
    guard state < space.intervals.count else { return -.infinity }
    let ways = space.transitions[state]
    guard ways.sources.contains(source) else { return -.infinity }
    return Float(ways.logProbabilities[source - ways.sources.lowerBound])
  }

  /// Finds the best way into each interval, and adds what a beat of it is worth.
  ///
  /// - Parameters:
  ///   - scores: Of the beats that end here, with `margin` places of −∞ before and behind.
  ///   - start: What the first beat of a piece scores, per interval.
  ///   - worth: Per interval.
  ///   - best: The scores of the beats that begin here.
  ///   - sources: The interval, by index, that each comes from; 255 for a first beat.
  func choose(
    _ scores: UnsafePointer<Float>, start: UnsafePointer<Float>, worth: UnsafePointer<Float>,
    best: UnsafeMutablePointer<Float>, sources: UnsafeMutablePointer<UInt8>
  ) {
    mucat_choose_ways(
      groups, groups.count, costs, scores + margin, start, worth, best, sources)
  }
}

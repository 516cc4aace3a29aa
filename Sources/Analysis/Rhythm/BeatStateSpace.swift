import Glibc

/// The beat intervals that a tracker may believe in, and what it costs to change one's mind.
///
/// *Source:* Krebs, Böck & Widmer, An efficient state-space model for joint tempo and meter
/// tracking, ISMIR 2015, §3: one interval per whole number of frames, the interval changes only at
/// beats, with probability ∝ exp(−λ |next / last − 1|).
struct BeatStateSpace {
  /// A way into a state.
  struct Transitions {
    /// The intervals, by index, that one may come from.
    let sources: Range<Int>
    /// The natural logarithm of each one's probability.
    let logProbabilities: [Double]
  }

  /// Frames from a beat to the next, ascending by one.
  let intervals: [Int]
  /// The frames from a beat on that are expected to look like one, per interval.
  let beatLengths: [Int]
  /// The ways into each interval.
  let transitions: [Transitions]

  /// A beat looks like one for this part of its interval (λ in the paper's observation model).
  static let beatParts = 16
  /// Ways less probable than this are not considered.
  private static let leastLogProbability = -14.0

  /// - Parameters:
  ///   - frameRate: Frames per second.
  ///   - tempi: Beats per minute.
  ///   - stiffness: λ: the greater, the steadier the tempo.
  init(frameRate: Double, tempi: ClosedRange<Double>, stiffness: Double) {
    precondition(tempi.lowerBound > 0)
    let shortest = max(1, Int((60 * frameRate / tempi.upperBound).rounded(.down)))
    let longest = max(shortest, Int((60 * frameRate / tempi.lowerBound).rounded(.up)))
    let intervals = Array(shortest...longest)
    self.intervals = intervals
    beatLengths = intervals.map(Self.beatLength)

    let logWeight = { (from: Int, to: Int) in
      -stiffness * abs(Double(to) / Double(from) - 1)
    }
    let logSums = intervals.map { from in
      log(intervals.reduce(0) { $0 + exp(logWeight(from, $1)) })
    }
    transitions = intervals.map { to in
      let probabilities = zip(intervals, logSums).map { logWeight($0, to) - $1 }
      let near = probabilities.indices.filter { probabilities[$0] >= Self.leastLogProbability }
      let own = to - shortest
      let sources = min(near.first ?? own, own)..<max((near.last ?? own) + 1, own + 1)
      return Transitions(sources: sources, logProbabilities: Array(probabilities[sources]))
    }
  }

  /// The frames from a beat on that are expected to look like one.
  static func beatLength(interval: Int) -> Int { (interval + beatParts - 1) / beatParts }
}

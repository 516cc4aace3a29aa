import Glibc

/// Finds which beats begin a bar, and how many beats a bar has.
///
/// A hidden Markov model over (metre, position in the bar), one step per beat. A bar goes on as it
/// began but for rare slips, and the whole piece decides between the metres.
///
/// *Source:* the bar states of Böck, Krebs & Widmer, Joint beat and downbeat tracking with
/// recurrent neural networks, ISMIR 2016. *Deviations:* beats are given; the observation is an
/// accent beside the network's output, which alone confuses the halves of a bar more often.
struct BarTracker {
  struct Bars: Equatable {
    /// The indices of the beats that begin bars, ascending.
    var firstBeats: [Int]
    /// 3 or 4; nil when there are too few beats to tell.
    var beatsPerBar: Int?
  }

  private static let metres = [3, 4]
  /// The prior probability of each metre.
  private static let priors = [0.15, 0.85]
  /// What an accent of one unit is worth, in nats.
  private static let accentWeight = 0.3
  /// How far the network's probabilities are believed: what it says of one beat it says of the next
  /// bar's as well, so that they are not independent.
  private static let networkWeight = 0.06
  /// The probability that a bar is cut short or drawn out.
  private static let slip = 1e-4
  /// The probability that the metre changes after a bar.
  private static let metreChange = 1e-4
  /// Fewer beats than this are no evidence of a metre.
  private static let leastBeatCount = 6

  private struct Position: Equatable {
    var metre: Int
    var index: Int
  }

  /// - Parameter evidence: One for each beat.
  func track(_ evidence: [BarEvidence]) -> Bars {
    let beatCount = evidence.count
    guard beatCount >= Self.leastBeatCount else { return Bars(firstBeats: [], beatsPerBar: nil) }
    let positions = Self.metres.indices.flatMap { metre in
      (0..<Self.metres[metre]).map { Position(metre: metre, index: $0) }
    }
    let transitions = positions.map { from in positions.map { Self.logTransition(from, $0) } }
    var scores = positions.map {
      log(Self.priors[$0.metre] / Double(Self.metres[$0.metre]))
        + Self.observation(evidence[0], $0)
    }
    var decisions: [[Int]] = []
    for beat in 1..<beatCount {
      var next = scores
      var decision = [Int](repeating: 0, count: positions.count)
      for (to, position) in positions.enumerated() {
        var best = -Double.infinity
        for from in positions.indices where scores[from] + transitions[from][to] > best {
          best = scores[from] + transitions[from][to]
          decision[to] = from
        }
        next[to] = best + Self.observation(evidence[beat], position)
      }
      scores = next
      decisions.append(decision)
    }
    var state = scores.indices.max { scores[$0] < scores[$1] } ?? 0
    var path = [state]
    for decision in decisions.reversed() {
      state = decision[state]
      path.append(state)
    }
    path.reverse()
    let inThree = path.count { Self.metres[positions[$0].metre] == 3 }
    return Bars(
      firstBeats: path.indices.filter { positions[path[$0]].index == 0 },
      beatsPerBar: inThree * 2 > beatCount ? 3 : 4)
  }

  private static func logTransition(_ from: Position, _ to: Position) -> Double {
    let slipped = slip / Double(metres.reduce(0, +))
    if from.index + 1 < metres[from.metre] {
      return to == Position(metre: from.metre, index: from.index + 1)
        ? log(1 - slip) : log(slipped)
    }
    guard to.index == 0 else { return log(slipped) }
    return to.metre == from.metre ? log(1 - metreChange) : log(metreChange * priors[to.metre])
  }

  /// The log-likelihood of what is known of a beat at a position, up to a constant.
  private static func observation(_ evidence: BarEvidence, _ position: Position) -> Double {
    // Over a bar the weights of accents add up to zero, so that no metre gains by having more bars.
    let metre = Double(metres[position.metre])
    let isFirst = position.index == 0
    return accentWeight * evidence.accent * (isFirst ? 1 : -1 / (metre - 1))
      + networkWeight * (isFirst ? evidence.logFirst : evidence.logOther)
  }
}

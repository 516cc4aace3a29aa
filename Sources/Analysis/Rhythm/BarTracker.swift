import Glibc

/// Finds which beats begin a bar, and how many beats a bar has.
///
/// A hidden Markov model over (metre, position in the bar), one step per beat. A bar goes on as it
/// began but for rare slips, and the whole piece decides between the metres.
///
/// *Source:* the bar states of Böck, Krebs & Widmer, Joint beat and downbeat tracking with
/// recurrent neural networks, ISMIR 2016. *Deviations:* beats are given; the observation is a
/// weighted sum of standardized features instead of a network's output.
struct BarTracker {
  struct Bars: Equatable {
    /// The indices of the beats that begin bars, ascending.
    var firstBeats: [Int]
    /// 3 or 4; nil when there are too few beats to tell.
    var beatsPerBar: Int?
  }

  /// How the accents of a beat speak for its position, all standardized over the piece.
  struct Accents {
    /// Kick drum and bass.
    var low: [Double]
    /// Snare drum.
    var snare: [Double]
    /// Difference between what follows and what went before.
    var change: [Double]
  }

  private static let metres = [3, 4]
  /// The prior probability of each metre.
  private static let priors = [0.15, 0.85]
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

  func track(_ accents: Accents) -> Bars {
    let beatCount = accents.low.count
    guard beatCount >= Self.leastBeatCount else { return Bars(firstBeats: [], beatsPerBar: nil) }
    let positions = Self.metres.indices.flatMap { metre in
      (0..<Self.metres[metre]).map { Position(metre: metre, index: $0) }
    }
    let transitions = positions.map { from in positions.map { Self.logTransition(from, $0) } }
    var scores = positions.map {
      log(Self.priors[$0.metre] / Double(Self.metres[$0.metre]))
        + Self.observation(at: 0, $0, accents)
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
        next[to] = best + Self.observation(at: beat, position, accents)
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

  /// The log-likelihood of a beat's accents at a position, up to a constant.
  private static func observation(at beat: Int, _ position: Position, _ accents: Accents) -> Double
  {
    let metre = Double(metres[position.metre])
    let isFirst = position.index == 0
    // Over a bar the weights add up to zero, so that no metre gains by having more bars.
    let first = isFirst ? 1 : -1 / (metre - 1)
    let back = metre == 4 ? (position.index % 2 == 1 ? 1.0 : -1.0) : (isFirst ? -1.0 : 0.5)
    return 0.3 * first * (accents.low[beat] + accents.change[beat])
      + 0.15 * back * accents.snare[beat]
  }
}

extension BarTracker.Accents {
  /// The accents of the curves at some frames.
  init(at frames: [Int], in curves: OnsetCurves) {
    let standardized = { (curve: [Float]) in
      let values = frames.map { frame in
        // A kick drum's low end comes a few frames after its click.
        Double(curve[max(0, frame - 2)..<min(curve.count, frame + 4)].max() ?? 0)
      }
      let mean = values.reduce(0, +) / Double(max(values.count, 1))
      let variance =
        values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        / Double(max(values.count, 1))
      let scale = 1 / (variance.squareRoot() + 1e-6)
      return values.map { ($0 - mean) * scale }
    }
    self.init(
      low: standardized(curves.lowFlux), snare: standardized(curves.snareFlux),
      change: standardized(curves.change))
  }
}

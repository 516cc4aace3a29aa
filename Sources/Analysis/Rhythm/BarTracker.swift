import Glibc

/// Finds which beats begin a bar, and how many beats a bar has.
///
/// A hidden Markov model over (metre, position in the bar), one step per beat. A bar goes on as it
/// began but for rare slips, and the whole piece decides between the metres.
///
/// *Source:* the bar states of Böck, Krebs & Widmer, Joint beat and downbeat tracking with
/// recurrent neural networks, ISMIR 2016. *Deviations:* beats are given; the observation is an
/// accent beside the network's output, which alone confuses the halves of a bar more often; on an
/// even grid, where no beat is too many or too few, slips are rarer.
struct BarTracker {
  struct Bars: Equatable {
    /// The indices of the beats that begin bars, ascending.
    var firstBeats: [Int]
    /// 3, 4, 5 or 7; nil when there are too few beats to tell.
    var beatsPerBar: Int?
  }

  /// Two and six are not told from four and three: half a bar of four is taken for a bar of two as
  /// often as not (docs/accuracy.md).
  private static let metres = [3, 4, 5, 7]
  /// The prior probability of each metre.
  private static let priors = [0.15, 0.83, 0.01, 0.01]
  /// What an accent of one unit is worth, in nats.
  private static let accentWeight = 0.3
  /// How far the network's probabilities are believed: what it says of one beat it says of the next
  /// bar's as well, so that they are not independent.
  private static let networkWeight = 0.06
  /// The probability that a bar is cut short or drawn out, or a beat missed or invented.
  private static let slip = 5e-5
  /// The same from one beat of an even grid to the next.
  private static let steadySlip = 5e-7
  /// The probability that the metre changes after a bar.
  private static let metreChange = 1e-4
  /// Fewer beats than this are no evidence of a metre.
  private static let leastBeatCount = 6
  /// Beats left out of a grid are counted up to so many.
  private static let mostMissingBeats = 1_000

  private struct Position: Equatable {
    var metre: Int
    var index: Int
  }

  /// - Parameter evidence: One for each beat.
  func track(_ evidence: [BarEvidence]) -> Bars {
    guard evidence.count >= Self.leastBeatCount else {
      return Bars(firstBeats: [], beatsPerBar: nil)
    }
    // Beats that are left out count too: nothing is known of them but that they pass.
    var steps: [(evidence: BarEvidence, beat: Int?)] = []
    for (beat, evidence) in evidence.enumerated() {
      let missing = min(max(0, evidence.missingBeats), Self.mostMissingBeats)
      for _ in 0..<missing { steps.append((BarEvidence(accent: 0, isSteady: true), nil)) }
      steps.append((evidence, beat))
    }
    let positions = Self.metres.indices.flatMap { metre in
      (0..<Self.metres[metre]).map { Position(metre: metre, index: $0) }
    }
    let path = Self.path(steps.map(\.evidence), positions)
    let heard = zip(steps, path).compactMap { step, state in
      step.beat.map { (beat: $0, position: positions[state]) }
    }
    var counts = [Int](repeating: 0, count: Self.metres.count)
    for (_, position) in heard { counts[position.metre] += 1 }
    let metre = counts.indices.max { counts[$0] < counts[$1] } ?? 0
    return Bars(
      firstBeats: heard.filter { $0.position.index == 0 }.map(\.beat),
      beatsPerBar: Self.metres[metre])
  }

  /// The most probable positions, as indices (Viterbi).
  private static func path(_ evidence: [BarEvidence], _ positions: [Position]) -> [Int] {
    let transitions = { (slip: Double) in
      positions.map { from in positions.map { logTransition(from, $0, slip: slip) } }
    }
    let (free, steady) = (transitions(slip), transitions(steadySlip))
    var scores = positions.map {
      log(priors[$0.metre] / Double(metres[$0.metre])) + observation(evidence[0], $0)
    }
    var decisions: [[Int]] = []
    for beat in evidence.dropFirst() {
      let transitions = beat.isSteady ? steady : free
      var next = scores
      var decision = [Int](repeating: 0, count: positions.count)
      for (to, position) in positions.enumerated() {
        var best = -Double.infinity
        for from in positions.indices where scores[from] + transitions[from][to] > best {
          best = scores[from] + transitions[from][to]
          decision[to] = from
        }
        next[to] = best + observation(beat, position)
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
    return path.reversed()
  }

  private static func logTransition(_ from: Position, _ to: Position, slip: Double) -> Double {
    let slipped = slip * priors[to.metre] / Double(metres[to.metre])
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

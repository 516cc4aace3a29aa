import Glibc

/// How well other tempi explain the same activation: half, double, two thirds, three halves.
struct TempoAlternatives {
  typealias Candidate = MusicUnderstandingSession.TempoCandidate

  /// Best first.
  let candidates: [Candidate]

  private static let ratios = [0.5, 2, 2.0 / 3, 1.5]
  /// Tempi outside of this range are nobody's.
  private static let tempi = 20.0...440.0
  /// The part of a tempo that a candidate may stray.
  private static let tolerance = 0.05
  private static let stiffness = 400.0

  /// - Parameters:
  ///   - beatsPerMinute: The tempo found, whose own score is 1.
  ///   - activation: The likelihood of a beat per frame of `OnsetCurves`.
  init(beatsPerMinute: Double, activation: [Float]) {
    guard beatsPerMinute > 0, !activation.isEmpty else {
      candidates = []
      return
    }
    let seconds = Double(activation.count) / OnsetCurves.frameRate
    let evidence = { (tempo: Double) in
      let space = BeatStateSpace(
        frameRate: OnsetCurves.frameRate,
        tempi: tempo * (1 - Self.tolerance)...tempo * (1 + Self.tolerance),
        stiffness: Self.stiffness)
      return BeatTracker(space: space).track(activation).logLikelihoodRatio / seconds
    }
    let own = evidence(beatsPerMinute)
    candidates = Self.ratios
      .map { $0 * beatsPerMinute }
      .filter(Self.tempi.contains)
      .map { Candidate(beatsPerMinute: Float($0), score: Float(exp(evidence($0) - own))) }
      .sorted { ($0.score, $1.beatsPerMinute) > ($1.score, $0.beatsPerMinute) }
  }
}

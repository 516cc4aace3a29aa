import Decoders
import Glibc

/// How well one track follows another.
///
/// Each term is 1 for the ideal and falls to 0; the score is their mean by weight over the terms
/// that are known for both tracks. docs/mixing.md explains the choice.
///
/// - key 0.40: by relation, see ``value(of:)``, drawn towards 0.5 as far as the keys are uncertain.
/// - tempo 0.35: 1 at equal tempi, 0 at the tolerance's edge, linear in the logarithm of the ratio.
/// - energy 0.15: 1 for the same or up to 1 more, 0 for a jump of 4 beyond that.
/// - loudness 0.10: 1 for equal, 0 for 12 LU.
struct RecommendationScore {
  var terms: [Recommendation.Term] = []

  var value: Double {
    let weights = terms.reduce(0) { $0 + $1.weight }
    guard weights > 0 else { return 0 }
    return terms.reduce(0) { $0 + $1.value * $1.weight } / weights
  }

  mutating func addKey(_ relation: HarmonicRelation, confidence: Double) {
    let certainty = min(max(confidence, 0), 1)
    add(.key, weight: 0.40, certainty * Self.value(of: relation) + (1 - certainty) * 0.5)
  }

  mutating func addTempo(_ match: TempoShift, tolerancePercent: Double, confidence: Double) {
    let certainty = min(max(confidence, 0), 1)
    let nearness = 1 - match.distance(tolerancePercent: tolerancePercent)
    // A tempo on another level fits, but is one more thing that may be wrong.
    let level = match.fold == .equal ? 1 : 0.9
    add(.tempo, weight: 0.35, certainty * max(nearness, 0) * level + (1 - certainty) * 0.5)
  }

  mutating func addEnergy(step: Double) {
    let beyond = step < 0 ? -step : max(step - 1, 0)
    add(.energy, weight: 0.15, 1 - beyond / 4)
  }

  mutating func addLoudness(gap: Double) {
    add(.loudness, weight: 0.10, 1 - abs(gap) / 12)
  }

  /// How welcome a step between keys is.
  static func value(of relation: HarmonicRelation) -> Double {
    switch relation {
    case .same: 1
    case .relative: 0.95
    case .fifthUp, .fifthDown: 0.9
    case .diagonal: 0.75
    case .wholeToneUp: 0.6
    case .semitoneUp: 0.45
    case .parallel: 0.45
    case .wholeToneDown: 0.4
    case .semitoneDown: 0.3
    case .none: 0
    }
  }

  private mutating func add(_ kind: Recommendation.Term.Kind, weight: Double, _ value: Double) {
    guard value.isFinite else { return }
    terms.append(.init(kind: kind, value: min(max(value, 0), 1), weight: weight))
  }
}

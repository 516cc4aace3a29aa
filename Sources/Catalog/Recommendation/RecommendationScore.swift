import Decoders
import Glibc

/// How well one track follows another.
///
/// Each term is 1 for the ideal and falls to 0; the score is their mean by weight over the terms
/// that are known for both tracks. docs/mixing.md explains the choice.
///
/// - key 0.40: by relation, see ``value(of:)``, less what is out of tune, drawn towards 0.5 as far as
///   the keys are uncertain.
/// - tempo 0.35: 1 at equal tempi, 0 at the pitch range's edge, linear in the logarithm of the ratio.
/// - energy 0.15: 1 for the same or up to 1 more, 0 for a jump of 4 beyond that.
/// - loudness 0.10: 1 for equal, 0 for 12 LU.
struct RecommendationScore {
  var terms: [Recommendation.Term] = []

  init() {}

  init(_ step: MixStep, rules: MixRules) {
    if let relation = step.relation {
      let value = Self.value(of: relation) * Self.purity(step.pitch)
      add(.key, step.keyConfidence * value + (1 - step.keyConfidence) * 0.5)
    }
    if let tempo = step.tempo {
      let nearness = max(1 - tempo.distance(tolerancePercent: rules.pitchRangePercent), 0)
      let value = nearness * Self.value(of: tempo.fold)
      add(.tempo, step.tempoConfidence * value + (1 - step.tempoConfidence) * 0.5)
    }
    if let energy = step.energyStep { add(.energy, Self.value(ofEnergyStep: energy)) }
    if let gap = step.loudnessGap { add(.loudness, 1 - abs(gap) / 12) }
  }

  var value: Double {
    let weights = terms.reduce(0) { $0 + $1.weight }
    guard weights > 0 else { return 0 }
    return terms.reduce(0) { $0 + $1.value * $1.weight } / weights
  }

  /// What each term counts for.
  static func weight(of kind: Recommendation.Term.Kind) -> Double {
    switch kind {
    case .key: 0.40
    case .tempo: 0.35
    case .energy: 0.15
    case .loudness: 0.10
    }
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

  /// Tempi on another level fit, but are one more thing that may be wrong; three against two is a
  /// rhythm of its own.
  static func value(of fold: TempoShift.Fold) -> Double {
    fold == .equal ? 1 : fold.isOctave ? 0.9 : 0.6
  }

  static func value(ofEnergyStep step: Double) -> Double {
    let beyond = step < 0 ? -step : max(step - 1, 0)
    return 1 - beyond / 4
  }

  /// 1 up to 10 cents apart, which nobody hears in a mix, down to 0.5 for 50, a quarter tone.
  static func purity(_ pitch: PitchOffset) -> Double {
    1 - 0.5 * max(abs(pitch.restCents) - 10, 0) / 40
  }

  private mutating func add(_ kind: Recommendation.Term.Kind, _ value: Double) {
    guard value.isFinite else { return }
    terms.append(
      .init(kind: kind, value: min(max(value, 0), 1), weight: Self.weight(of: kind)))
  }
}

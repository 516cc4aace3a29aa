import Decoders

/// What a set costs: of each step, and of each track at its place.
///
/// A step costs the weight of each term of the score times what it lacks of 1, a half for what is
/// unknown. Beyond that:
///
/// - a tempo out of the pitch range costs its weight once more for each further range, at most four;
/// - a step between keys that the rules do not have costs 0.2;
/// - a fifth down costs 0.01, so that of an order and its reversal the one that climbs is taken;
/// - with a curve, the step of energy costs nothing, and each track costs 0.3 for 4 of energy beside
///   the curve, at most 0.45; 0.15 when its energy is unknown.
struct SetCosts {
  private static let outOfRules = 0.2
  private static let descent = 0.01
  private static let curveWeight = 0.3
  private static let curveReach = 4.0

  let options: SetOptions

  /// The cost of going from one track to another, broken rules aside.
  func cost(of step: MixStep) -> Double {
    let terms = RecommendationScore(step, rules: options.rules).terms
    var cost = 0.0
    for kind in Recommendation.Term.Kind.allCases where kind != .energy || options.curve == nil {
      let value = terms.first { $0.kind == kind }?.value ?? 0.5
      cost += RecommendationScore.weight(of: kind) * (1 - value)
    }
    if let tempo = step.tempo {
      let ranges = tempo.distance(tolerancePercent: options.rules.pitchRangePercent)
      let beyond = min(max(ranges - 1, 0), 4)
      cost += RecommendationScore.weight(of: .tempo) * beyond * step.tempoConfidence
    }
    if let relation = step.relation {
      if !options.rules.harmony.relations.contains(relation) { cost += Self.outOfRules }
      if relation == .fifthDown { cost += Self.descent }
    }
    return cost
  }

  /// Whether the speed would have to change more than it may.
  func isBeyondPitch(_ step: MixStep) -> Bool {
    guard let limit = options.maximumPitchPercent, let tempo = step.tempo else { return false }
    return tempo.distance(tolerancePercent: limit) > 1 + 1e-9
  }

  /// The cost of each track at each place, row by row; empty without a curve.
  func places(_ tracks: [Track], count: Int) -> [Double] {
    guard let curve = options.curve else { return [] }
    let known = tracks.compactMap(\.energy)
    let range = (known.min() ?? 1)...(known.max() ?? 10)
    let wanted = (0..<count).map { place in
      curve.energy(at: count > 1 ? Double(place) / Double(count - 1) : 0, within: range)
    }
    return tracks.flatMap { track in
      wanted.map { energy in
        guard let own = track.energy else { return Self.curveWeight / 2 }
        return Self.curveWeight * min(abs(own - energy) / Self.curveReach, 1.5)
      }
    }
  }
}

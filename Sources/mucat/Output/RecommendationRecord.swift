import Catalog

/// A recommendation as JSON has it.
struct RecommendationRecord: Encodable {
  struct Tempo: Encodable {
    /// `equal`, `half` or `double`: how the tempi meet.
    let fold: String
    /// What the speed is to be multiplied by, and the same in percent of change.
    let playbackRatio, percent: Double?
    /// In semitones, without key lock.
    let pitchShift: Double?
  }

  struct Term: Encodable {
    let kind: String
    let value, weight: Double?
  }

  let schemaVersion = JSONText.schemaVersion
  let track: TrackRecord
  /// 0 to 1.
  let score: Double?
  let terms: [Term]
  let relation: String?
  /// Of seven.
  let sharedNotes: Int?
  let tempo: Tempo?
  let energyStep: Double?
  /// LU; above 0 is louder.
  let loudnessGap: Double?
  let reason: String

  init(_ recommendation: Recommendation) {
    track = TrackRecord(recommendation.track)
    score = JSONText.number(recommendation.score)
    terms = recommendation.terms.map { term in
      Term(
        kind: term.kind.rawValue, value: JSONText.number(term.value),
        weight: JSONText.number(term.weight))
    }
    relation = recommendation.relation?.rawValue
    sharedNotes = recommendation.sharedNotes
    tempo = recommendation.tempo.map { shift in
      Tempo(
        fold: shift.fold.rawValue, playbackRatio: JSONText.number(shift.playbackRatio, places: 6),
        percent: JSONText.number(shift.percent), pitchShift: JSONText.number(shift.pitchShift))
    }
    energyStep = JSONText.number(recommendation.energyStep)
    loudnessGap = JSONText.number(recommendation.loudnessGap)
    reason = recommendation.reason
  }
}

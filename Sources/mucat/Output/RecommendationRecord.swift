import Catalog

/// A recommendation as JSON has it.
struct RecommendationRecord: Encodable {
  struct Tempo: Encodable {
    /// `equal`, `half`, `double`, `threeToTwo`, …: how the tempi meet.
    let fold: String
    /// What the speed is to be multiplied by, and the same in percent of change.
    let playbackRatio, percent: Double?
    /// In semitones, without key lock.
    let pitchShift: Double?

    init(_ shift: TempoShift) {
      fold = shift.fold.rawValue
      playbackRatio = JSONText.number(shift.playbackRatio, places: 6)
      percent = JSONText.number(shift.percent)
      pitchShift = JSONText.number(shift.pitchShift)
    }
  }

  /// Where to mix, in seconds, with the bars of the first track's last section and of the second
  /// one's first.
  struct Place: Encodable {
    let outroStart, introEnd: Double?
    let outroBars, introBars: Int?

    init(_ place: MixPlace) {
      outroStart = JSONText.number(place.outroStart)
      introEnd = JSONText.number(place.introEnd)
      outroBars = place.outroBars
      introBars = place.introBars
    }
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
  /// The keys that meet, and the second as it is heard, in Camelot notation.
  let outroKey, introKey, heardKey: String?
  /// How far the second sounds from where it is written, against the first.
  let pitchCents: Double?
  let tempo: Tempo?
  let place: Place?
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
    outroKey = recommendation.step.outroKey?.camelot
    introKey = recommendation.step.introKey?.camelot
    heardKey = recommendation.step.heardKey?.camelot
    pitchCents = JSONText.number(recommendation.step.pitch.cents, places: 1)
    tempo = recommendation.tempo.map(Tempo.init)
    place = recommendation.place.map(Place.init)
    energyStep = JSONText.number(recommendation.energyStep)
    loudnessGap = JSONText.number(recommendation.loudnessGap)
    reason = recommendation.reason
  }
}

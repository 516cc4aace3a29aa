import Catalog

/// A set as JSON has it.
struct SetRecord: Encodable {
  struct Transition: Encodable {
    let cost: Double?
    let relation: String?
    let sharedNotes: Int?
    let outroKey, introKey, heardKey: String?
    let pitchCents: Double?
    let tempo: RecommendationRecord.Tempo?
    let place: RecommendationRecord.Place?
    let energyStep, loudnessGap: Double?
    let reason: String

    init(_ transition: SetPlan.Transition) {
      let step = transition.step
      cost = JSONText.number(transition.cost, places: 4)
      relation = step.relation?.rawValue
      sharedNotes = step.sharedNotes
      outroKey = step.outroKey?.camelot
      introKey = step.introKey?.camelot
      heardKey = step.heardKey?.camelot
      pitchCents = JSONText.number(step.pitch.cents, places: 1)
      tempo = step.tempo.map(RecommendationRecord.Tempo.init)
      place = transition.place.map(RecommendationRecord.Place.init)
      energyStep = JSONText.number(step.energyStep)
      loudnessGap = JSONText.number(step.loudnessGap)
      reason = transition.reason
    }
  }

  struct Entry: Encodable {
    let track: TrackRecord
    let wantedEnergy: Double?
    /// Absent for the first track.
    let transition: Transition?
  }

  let schemaVersion = JSONText.schemaVersion
  let entries: [Entry]
  let cost, lowerBound, gap: Double?
  let isOptimal: Bool
  let brokenRules: [String]
  let copyCount: Int
  /// In seconds.
  let duration: Double?

  init(_ plan: SetPlan) {
    entries = plan.entries.map { entry in
      Entry(
        track: TrackRecord(entry.track),
        wantedEnergy: JSONText.number(entry.wantedEnergy, places: 1),
        transition: entry.transition.map(Transition.init))
    }
    cost = JSONText.number(plan.cost, places: 4)
    lowerBound = JSONText.number(plan.lowerBound, places: 4)
    gap = JSONText.number(plan.gap, places: 4)
    isOptimal = plan.isOptimal
    brokenRules = plan.brokenRules
    copyCount = plan.copyCount
    duration = JSONText.number(plan.duration)
  }
}

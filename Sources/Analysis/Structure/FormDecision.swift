/// Decides on the form of a piece, given what its steps are like.
///
/// Three kinds of evidence for a joint are added up at each edge, each in standard deviations from
/// its mean over the piece: novelty of timbre and of harmony at the scale of a phrase, a segment and
/// a section, and where passages that recur begin or end. What lengths are usual is known beforehand.
/// The division that is worth most in all is taken.
///
/// The weights are set by coordinate search on generated songs and on 26 tracker modules, whose
/// patterns are phrases.
struct FormDecision {
  let path: FormPath
  /// Of harmony and timbre together.
  let similarity: SelfSimilarity

  /// The part that harmony has in the similarity; the rest is the timbre's.
  private static let harmonyPart: Float = 0.6
  /// Seconds that a section lasts at least.
  private static let shortestSection = 4.0
  /// What recurs within so many bars is a loop.
  private static let shortestReturn = 4
  /// Bars of what recurs that are compared with the bar before or after.
  private static let stripeLength = 4
  /// What it is worth that a section recurs exactly.
  private static let recurrenceWorth: Float = 2.7
  /// No single kind of evidence counts more, in standard deviations.
  private static let greatestEvidence: Float = 4

  private static let sections = FormLevel.Habit(
    usual: [4: -0.6, 6: -0.9, 8: 0, 12: -0.7, 16: -0.5], even: -1.2, odd: -1.7, excess: 0.1,
    bars: 3...32)
  private static let segments = FormLevel.Habit(
    usual: [4: 0.3, 8: 0], even: -0.3, odd: -0.6, excess: 0.1, bars: 2...16)
  private static let phrases = FormLevel.Habit(
    usual: [2: 0.25, 4: 0.1], even: -0.3, odd: -0.4, excess: 0.1, bars: 1...8)

  init(_ features: FormFeatures, grid: FormGrid) {
    let count = grid.stepCount
    let harmony = SelfSimilarity(stepCount: count) { features.harmony.product($0, $1) }
    let timbre = SelfSimilarity(stepCount: count) { features.timbre.product($0, $1) }
    similarity = SelfSimilarity(stepCount: count) {
      Self.harmonyPart * harmony[$0, $1] + (1 - Self.harmonyPart) * timbre[$0, $1]
    }
    let levels = FormPath.Levels(
      section: FormLevel(Self.sections, grid: grid), segment: FormLevel(Self.segments, grid: grid),
      phrase: FormLevel(Self.phrases, grid: grid))
    let repetition = Repetition(
      similarity, leastLag: grid.steps(ofBars: Self.shortestReturn),
      length: grid.steps(ofBars: Self.stripeLength),
      greatestLength: levels.section.lengths.upperBound)
    path = FormPath(
      stepCount: count,
      evidence: Self.evidence(harmony: harmony, timbre: timbre, repetition.joints, grid),
      levels: levels,
      isLongEnough: {
        grid.edges[$0.upperBound] - grid.edges[$0.lowerBound] >= Self.shortestSection
      },
      recurrence: { start in
        repetition.worth(from: start).map { Self.recurrenceWorth * $0 }
      })
  }

  private static func evidence(
    harmony: SelfSimilarity, timbre: SelfSimilarity, _ joints: [Float], _ grid: FormGrid
  ) -> FormPath.Evidence {
    let sum = { (parts: [(weight: Float, values: [Float])]) -> [Float] in
      (0...grid.stepCount).map { edge in
        parts.reduce(0) { $0 + $1.weight * min($1.values[edge], greatestEvidence) }
      }
    }
    let (short, middle, long) = (
      grid.steps(ofBars: 2), grid.steps(ofBars: 4), grid.steps(ofBars: 8)
    )
    let timbreShort = Novelty(timbre, reach: short).values
    let timbreMiddle = Novelty(timbre, reach: middle).values
    let harmonyShort = Novelty(harmony, reach: short).values
    let harmonyMiddle = Novelty(harmony, reach: middle).values
    let timbreLong = Novelty(timbre, reach: long).values
    return FormPath.Evidence(
      section: sum([
        (0.6, timbreMiddle), (0.3, harmonyMiddle), (0.4, timbreLong), (0.7, joints),
      ]),
      segment: sum([
        (0.2, timbreShort), (0.1, harmonyShort), (0.3, timbreMiddle), (0.2, harmonyMiddle),
        (0.3, joints),
      ]),
      phrase: sum([(0.2, timbreShort), (0.2, harmonyShort), (0.1, joints)]))
  }
}

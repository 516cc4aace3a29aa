import Glibc

/// Decides on the form of a piece, given what its steps are like.
///
/// Evidence for a joint is added up at each edge, each kind in standard deviations from its mean over
/// the piece: novelty of timbre and of harmony, where passages that recur begin or end, and where it
/// grows louder. What lengths are usual is known beforehand. The division that is worth most in all
/// is taken.
///
/// The weights are set by a search on songs whose phrases people have marked, tracker modules, whose
/// patterns are phrases, and workstation projects (docs/structure.md).
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
  private static let stripeLengths = (short: 4, long: 8)
  /// What it is worth that a section of so many bars recurs exactly, how that grows with its length,
  /// and the length from which on it does not.
  private static let recurrenceWorth: (worth: Float, bars: Int, power: Float, greatest: Float) =
    (4, 8, 0.75, 2)
  /// Bars over which it is seen whether the music grows louder.
  private static let riseLength = 2
  /// No single kind of evidence counts more, in standard deviations.
  private static let greatestEvidence: Float = 2.5

  private static let sections = FormLevel.Habit(
    usual: [4: -0.5, 6: -0.6, 8: 0.2, 12: -1.7, 16: -0.2], even: -1.1, odd: -1.5, excess: 0.05,
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
      greatestLength: levels.section.lengths.upperBound)
    let recurrenceWorth = Self.recurrenceWorth(
      upTo: levels.section.lengths.upperBound, usual: grid.steps(ofBars: Self.recurrenceWorth.bars))
    path = FormPath(
      stepCount: count,
      evidence: Self.evidence(
        harmony: harmony, timbre: timbre, repetition, features.levels, grid),
      levels: levels,
      isLongEnough: {
        grid.edges[$0.upperBound] - grid.edges[$0.lowerBound] >= Self.shortestSection
      },
      recurrence: { start in
        zip(repetition.worth(from: start), recurrenceWorth).map { $0 * $1 }
      })
  }

  /// What it is worth that a section recurs exactly, by its length in steps.
  private static func recurrenceWorth(upTo longest: Int, usual: Int) -> [Float] {
    (0...longest).map { length in
      let part = min(Float(length) / Float(usual), recurrenceWorth.greatest)
      return recurrenceWorth.worth * powf(part, recurrenceWorth.power)
    }
  }

  private static func evidence(
    harmony: SelfSimilarity, timbre: SelfSimilarity, _ repetition: Repetition, _ levels: [Float],
    _ grid: FormGrid
  ) -> FormPath.Evidence {
    let sum = { (parts: [(weight: Float, values: [Float])]) -> [Float] in
      (0...grid.stepCount).map { edge in
        parts.reduce(0) { $0 + $1.weight * min($1.values[edge], greatestEvidence) }
      }
    }
    let (short, middle) = (grid.steps(ofBars: 2), grid.steps(ofBars: 4))
    let timbreShort = Novelty(timbre, reach: short).values
    let timbreMiddle = Novelty(timbre, reach: middle).values
    let harmonyShort = Novelty(harmony, reach: short).values
    let harmonyMiddle = Novelty(harmony, reach: middle).values
    let joints = repetition.joints(ofStripes: grid.steps(ofBars: stripeLengths.short))
    let longJoints = repetition.joints(ofStripes: grid.steps(ofBars: stripeLengths.long))
    let rises = levelRises(levels, reach: grid.steps(ofBars: riseLength))
    return FormPath.Evidence(
      section: sum([(0.5, timbreMiddle), (0.6, joints), (0.4, longJoints), (0.3, rises)]),
      segment: sum([
        (0.2, timbreShort), (0.1, harmonyShort), (0.3, timbreMiddle), (0.2, harmonyMiddle),
        (0.3, joints),
      ]),
      phrase: sum([(0.2, timbreShort), (0.2, harmonyShort), (0.1, joints)]))
  }

  /// How much louder it is after each edge than before, in standard deviations from the piece's mean.
  private static func levelRises(_ levels: [Float], reach: Int) -> [Float] {
    var raw = [Float](repeating: 0, count: levels.count + 1)
    for edge in stride(from: 1, to: levels.count, by: 1) {
      let near = min(reach, edge, levels.count - edge)
      let after = levels[edge..<edge + near].reduce(0, +)
      raw[edge] = (after - levels[edge - near..<edge].reduce(0, +)) / Float(near)
    }
    return standardized(raw)
  }
}

import Glibc

/// Chooses between a tempo and its half or double, by what the snare drum does and what the network
/// hears.
///
/// A tracker alone cannot tell a slow song with eighth notes from a fast one with beats. But most
/// music in four has a backbeat: the snare, or what takes its part, sounds at every second beat.
/// So if at the faster of two tempi the accents of the snare band recur every four (or six) beats
/// rather than every two, the slower tempo is the beat. And where the network hears beats at every
/// other one only, those are the beats: a ballad without drums has eighths, but no snare.
///
/// The weights and thresholds are set by hand on drum patterns of known tempo and some sixty
/// annotated pieces, two of which they put right; some lie within 0.1 of a threshold, so expect
/// other music to be decided wrongly now and then.
struct MetricalLevel {
  /// The tempo to track at.
  private(set) var beatsPerMinute: Double
  /// Whether it is the half because nothing is played at every other beat: then only the onsets
  /// say which of them that is, for the network counts on between the ticks of a slow metronome.
  private(set) var isEmptyBetween = false

  private static let halvingThreshold = 0.8
  private static let doublingThreshold = 0.6
  /// A tempo is doubled only if the beats between are at least so strong beside the others, if all
  /// of them together have so much of the evidence that the others have, and if the tempo is
  /// steady enough for its beats to be counted.
  private static let leastDoublingEvidence = 0.6
  private static let leastDoublingBalance = 0.4
  private static let leastDoublingStability = 0.6
  /// A tempo is halved, whatever its accents, if every other beat has no more of the onsets than
  /// this beside the others: nothing is played there.
  private static let emptyBalance = 0.05
  private static let slowest = 30.0
  /// A tempo is halved, too, if the network hears in every other beat no more than this beside the
  /// others. Where drums play, less: there the snare tells, and one piece at the right tempo has 0.31.
  private static let unheardBalance: (plain: Float, drums: Float) = (0.42, 0.25)
  private static let fewDrums: Float = 0.15
  private static let leastComparedBeats = 16
  /// Slower tempi are never halved, nor does doubling lead to faster ones.
  private static let slowestHalved = 90.0
  private static let fastest = 215.0
  /// A tempo at which neither of two levels is preferred, and what an octave above it counts.
  private static let middleTempo = 120.0
  private static let octaveWeight = 0.8
  /// What it counts that the faster level has more evidence than the slower one.
  private static let evidenceWeight = 0.5
  private static let leastEvidence = 0.1
  /// The part of a tempo that the beats of a candidate may stray.
  private static let tolerance = 0.07
  private static let stiffness = 400.0
  /// Frames around a beat where its accent may be.
  private static let accentReach = 3

  /// - Parameters:
  ///   - found: Beats per minute as tracked.
  ///   - beats: The frames of the beats as tracked.
  ///   - stability: The share of even intervals, 0…1.
  init(
    found: Double, beats: [Int], stability: Double, activation: [Float], curves: OnsetCurves
  ) {
    let snare = curves.snareFlux
    beatsPerMinute = found
    if found > Self.slowestHalved, Self.isEveryOtherUnheard(beats, curves.activations) {
      beatsPerMinute = found / 2
      return
    }
    if found / 2 >= Self.slowest * (1 - Self.tolerance),
      Self.balance(of: Self.track(at: found, activation), activation) < Self.emptyBalance
    {
      beatsPerMinute = found / 2
      isEmptyBetween = true
      return
    }
    if found > Self.slowestHalved {
      let pair = Self.compare(fast: found, activation, snare)
      if pair.halving > Self.halvingThreshold {
        beatsPerMinute = found / 2
        return
      }
    }
    if found * 2 <= Self.fastest, stability > Self.leastDoublingStability {
      let pair = Self.compare(fast: found * 2, activation, snare)
      if pair.halving < Self.doublingThreshold, pair.balance > Self.leastDoublingBalance,
        pair.evidence > Self.leastDoublingEvidence,
        !Self.isEveryOtherUnheard(pair.beats, curves.activations)
      {
        beatsPerMinute = found * 2
      }
    }
  }

  /// How much speaks for half of a tempo, the ratio of its own evidence to that of its half, and
  /// how strong the weaker ones of alternating beats are beside the stronger ones, 0…1.
  private static func compare(
    fast: Double, _ activation: [Float], _ snare: RiseCurve
  ) -> (halving: Double, evidence: Double, balance: Double, beats: [Int]) {
    let fastPath = track(at: fast, activation)
    let slowPath = track(at: fast / 2, activation)
    let evidence =
      max(fastPath.logLikelihoodRatio, leastEvidence)
      / max(slowPath.logLikelihoodRatio, leastEvidence)
    let accents = fastPath.frames.map { frame in
      let frames = max(0, frame - accentReach)..<min(snare.count, frame + accentReach + 2)
      return Double(snare.greatest(in: frames))
    }
    let correlation = Autocorrelation(accents)
    // A bar of three has six beats at the double tempo; but what recurs every three is no double.
    let slow = max(correlation[4], correlation[6]) - max(0, correlation[3] - correlation[4])
    let halving =
      slow - correlation[2] - evidenceWeight * (evidence - 1)
      + octaveWeight * log2(fast / middleTempo)
    return (halving, evidence, balance(of: fastPath, activation), fastPath.frames)
  }

  /// Whether the network hears beats at every other one of these only.
  private static func isEveryOtherUnheard(_ beats: [Int], _ network: Activations) -> Bool {
    guard network.frameCount > 0, beats.count >= leastComparedBeats else { return false }
    let limit = network.drumShare < fewDrums ? unheardBalance.plain : unheardBalance.drums
    return HeardBeats(at: beats, network).balance < limit
  }

  private static func balance(of path: BeatTracker.Path, _ activation: [Float]) -> Double {
    let strengths = path.frames.map { frame in
      Double(activation[frame..<min(activation.count, frame + accentReach)].max() ?? 0)
    }
    var sums = [0.0, 0.0]
    for (beat, strength) in strengths.enumerated() { sums[beat % 2] += strength }
    let weaker = min(sums[0], sums[1])
    let stronger = max(sums[0], sums[1])
    return stronger > 0 ? weaker / stronger : 0
  }

  private static func track(at tempo: Double, _ activation: [Float]) -> BeatTracker.Path {
    let space = BeatStateSpace(
      frameRate: OnsetCurves.frameRate,
      tempi: tempo * (1 - tolerance)...tempo * (1 + tolerance), stiffness: stiffness)
    return BeatTracker(space: space).track(activation)
  }
}

/// The correlation of a sequence with itself some places on, −1…1; 0 for short sequences.
private struct Autocorrelation {
  /// Fewer pairs than this say nothing.
  private static let leastPairCount = 8

  private let deviations: [Double]
  private let variance: Double

  init(_ values: [Double]) {
    let count = Double(max(values.count, 1))
    let mean = values.reduce(0, +) / count
    deviations = values.map { $0 - mean }
    variance = deviations.reduce(0) { $0 + $1 * $1 } / count
  }

  subscript(lag: Int) -> Double {
    guard deviations.count > lag + Self.leastPairCount, variance > 0 else { return 0 }
    let products = zip(deviations, deviations.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 }
    return products / Double(deviations.count - lag) / variance
  }
}

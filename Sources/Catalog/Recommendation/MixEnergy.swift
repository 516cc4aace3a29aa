import Analysis
import Glibc

/// How energetic music is, from 1 (a drone) to 10 (a wall of sound at full speed), from measured
/// features alone.
///
/// Four features that do not change when the music is turned up or down, each brought to 0…1
/// between two anchors, are averaged with weights; what is unknown is left out of the average:
///
/// | feature | 0 at | 1 at | scale | weight |
/// |---|---|---|---|---|
/// | onsets per minute | 30 | 480 | logarithmic | 0.45 |
/// | true peak − integrated loudness (how much is squeezed out) | 19 dB | 8 dB | linear | 0.30 |
/// | tempo in beats per minute | 70 | 180 | logarithmic | 0.15 |
/// | loudness range (how steady the level is) | 15 LU | 2 LU | linear | 0.10 |
///
/// The value is 1 + 9 × the average, in steps of 0.1. Without onsets or a peak-to-loudness ratio,
/// the two that weigh most, there is no value.
///
/// *Source:* our own definition, described in docs/mixing.md.
struct MixEnergy: Hashable, Sendable {
  /// 1 to 10.
  let value: Double

  /// What the energy is made of; nil stands for unknown.
  struct Features: Hashable, Sendable {
    var onsetsPerMinute: Double?
    /// True peak minus integrated loudness, in dB.
    var peakToLoudness: Double?
    var beatsPerMinute: Double?
    /// In LU.
    var loudnessRange: Double?
  }

  /// - Returns: Nil when neither onsets nor a peak-to-loudness ratio are known, as for silence.
  init?(_ features: Features) {
    guard features.onsetsPerMinute != nil || features.peakToLoudness != nil else { return nil }
    var weighted = 0.0
    var weights = 0.0
    func add(_ feature: Double?, weight: Double, _ scale: (Double) -> Double) {
      guard let feature, feature.isFinite else { return }
      weighted += weight * min(max(scale(feature), 0), 1)
      weights += weight
    }
    add(features.onsetsPerMinute, weight: 0.45) { log2(max($0, 1) / 30) / log2(480 / 30) }
    add(features.peakToLoudness, weight: 0.30) { (19 - $0) / (19 - 8) }
    add(features.beatsPerMinute, weight: 0.15) { log2(max($0, 1) / 70) / log2(180 / 70) }
    add(features.loudnessRange, weight: 0.10) { (15 - $0) / (15 - 2) }
    guard weights > 0 else { return nil }
    value = ((1 + 9 * weighted / weights) * 10).rounded() / 10
  }

  /// The energy of an analysed piece; nil for silence.
  init?(_ result: MusicUnderstandingSession.SessionResult) {
    guard let loudness = result.loudness, loudness.integrated.value.isFinite else { return nil }
    var features = Features()
    features.peakToLoudness = loudness.details.truePeak.map {
      Double($0) - Double(loudness.integrated.value)
    }
    features.loudnessRange = loudness.details.loudnessRange.map(Double.init)
    features.onsetsPerMinute = result.rhythm.map { Double($0.details.onsetsPerMinute) }
    features.beatsPerMinute = result.rhythm?.beatsPerMinute.map(Double.init)
    self.init(features)
  }
}

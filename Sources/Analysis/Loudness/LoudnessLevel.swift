import Glibc

/// Conversions between energies, amplitudes and levels.
///
/// An *energy* here is Σ_i G_i·z_i of BS.1770-4: the mean squares of the K-weighted channels,
/// weighted and added up.
enum LoudnessLevel {
  /// BS.1770-4 equation (2). It takes back the filter's gain at 997 Hz, so that a full-scale sine
  /// of that frequency in one front channel reads −3.01 LUFS.
  static let offset = -0.691
  /// What is weaker is silence: a filter rings for ever, and nobody means −1576 LUFS.
  static let floorLUFS = -200.0
  static let floorEnergy = energy(ofLUFS: floorLUFS)
  /// EBU Tech 3341: the absolute gate.
  static let absoluteGateLUFS = -70.0
  static let absoluteGateEnergy = energy(ofLUFS: absoluteGateLUFS)

  /// −∞ below `floorLUFS`.
  static func lufs(ofEnergy energy: Double) -> Double {
    energy >= floorEnergy ? offset + 10 * log10(energy) : -.infinity
  }

  static func energy(ofLUFS level: Double) -> Double {
    pow(10, (level - offset) / 10)
  }

  /// dBFS or dBTP of a peak; −∞ for 0.
  static func decibels(ofAmplitude amplitude: Float) -> Float {
    amplitude > 0 ? Float(20 * log10(Double(amplitude))) : -.infinity
  }
}

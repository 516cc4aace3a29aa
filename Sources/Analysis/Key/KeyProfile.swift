/// How much each pitch class speaks for a key, relative to its tonic.
struct KeyProfile {
  /// `[register][semitones above the tonic]`, for major and for minor keys; each register's twelve
  /// values sum to 0, so that a flat spectrum speaks for no key.
  let major: [Float]
  let minor: [Float]

  /// From a profile for each mode, used for both registers: centred, and scaled to a unit length.
  init(major: [Float], minor: [Float]) {
    self.major = Self.doubled(major)
    self.minor = Self.doubled(minor)
  }

  private static func doubled(_ profile: [Float]) -> [Float] {
    let mean = profile.reduce(0, +) / Float(profile.count)
    let centred = profile.map { $0 - mean }
    let length = centred.reduce(0) { $0 + $1 * $1 }.squareRoot()
    let unit = centred.map { $0 / length }
    return unit + unit
  }

  /// `[key][register][pitch class]`: the profile of each of the 24 keys.
  func transposed() -> [Float] {
    var all: [Float] = []
    for profile in [major, minor] {
      for tonic in 0..<12 {
        for register in 0..<2 {
          for pitchClass in 0..<12 {
            all.append(profile[register * 12 + (pitchClass - tonic + 12) % 12])
          }
        }
      }
    }
    return all
  }

  /// The highest correlation of twelve pitch classes with any key's upper profile, −1 to 1.
  func bestCorrelation(with chroma: [Float]) -> Float {
    let mean = chroma.reduce(0, +) / 12
    let centred = chroma.map { $0 - mean }
    let length = centred.reduce(0) { $0 + $1 * $1 }.squareRoot()
    var best: Float = 0
    for mode in [major, minor] {
      let profile = mode.suffix(12)
      let norm = profile.reduce(0) { $0 + $1 * $1 }.squareRoot()
      for tonic in 0..<12 {
        var product: Float = 0
        for (degree, value) in profile.enumerated() {
          product += value * centred[(degree + tonic) % 12]
        }
        best = max(best, product / (norm * length + 1e-9))
      }
    }
    return best
  }

  /// Ours: the degrees of the triad and the scale, with the leading note of minor below its
  /// subtonic and next to nothing for chromatic notes.
  static let standard = KeyProfile(
    major: [1, 0.05, 0.5, 0.05, 0.7, 0.55, 0.1, 0.85, 0.05, 0.5, 0.12, 0.45],
    minor: [1, 0.08, 0.45, 0.75, 0.08, 0.5, 0.1, 0.85, 0.45, 0.12, 0.45, 0.3])
}

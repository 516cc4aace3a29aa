/// The weights of the twelve degrees of a key, for telling music from noise.
///
/// Simpler than `KeyProfile`: it must not know better which key it is, only whether it is one.
struct DegreeProfile {
  let major: [Float]
  let minor: [Float]

  /// The triad, then the scale, next to nothing for what is outside; in minor the subtonic before
  /// the leading note.
  static let standard = DegreeProfile(
    major: [1, 0.05, 0.5, 0.05, 0.7, 0.55, 0.1, 0.85, 0.05, 0.5, 0.12, 0.45],
    minor: [1, 0.08, 0.45, 0.75, 0.08, 0.5, 0.1, 0.85, 0.45, 0.12, 0.45, 0.3])

  init(major: [Float], minor: [Float]) {
    self.major = Self.unit(major)
    self.minor = Self.unit(minor)
  }

  /// The highest correlation of twelve pitch classes with any key, 0 to 1.
  func bestCorrelation(with chroma: [Float]) -> Float {
    let chroma = Self.unit(chroma)
    var best: Float = 0
    for profile in [major, minor] {
      for tonic in 0..<12 {
        var product: Float = 0
        for degree in 0..<12 { product += profile[degree] * chroma[(degree + tonic) % 12] }
        best = max(best, product)
      }
    }
    return best
  }

  /// Centred and of length 1; zeros for a flat one.
  private static func unit(_ values: [Float]) -> [Float] {
    let mean = values.reduce(0, +) / Float(values.count)
    let length = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
    return values.map { length > 0 ? ($0 - mean) / length : 0 }
  }
}

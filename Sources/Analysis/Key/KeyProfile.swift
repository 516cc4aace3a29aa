/// How much each degree speaks for a key: notes in the bass, notes above it, and triads, all
/// counted in semitones above the key's tonic.
struct KeyProfile {
  struct Mode {
    /// Per unit of a frame's normalised pitch classes; each row sums to about 0, so that a flat
    /// spectrum speaks for no key.
    var bass: [Float]
    var upper: [Float]
    /// Per unit of a triad's probability.
    var majorTriads: [Float]
    var minorTriads: [Float]

    fileprivate var rows: [[Float]] { [bass, upper, majorTriads, minorTriads] }
  }

  var major: Mode
  var minor: Mode

  /// Values per key in `transposed()`: those of a chroma frame, then those of a chord frame.
  static let valuesPerKey = Chromagram.valuesPerFrame + ChordFrames.valuesPerFrame

  /// `[key][row][pitch class]`: the profile of each of the 24 keys.
  func transposed() -> [Float] {
    [major, minor].flatMap { mode in
      (0..<12).flatMap { tonic in
        mode.rows.flatMap { row in (0..<12).map { row[($0 - tonic + 12) % 12] } }
      }
    }
  }

  /// Ours: logistic regression from scale-and-triad profiles set by hand, see docs/key.md.
  static let standard = KeyProfile(
    major: .init(
      bass: [
        0.536, -0.327, 0.069, -0.327, 0.258, 0.132, -0.282, 0.389, -0.321, 0.072, -0.268, 0.033,
      ],
      upper: [
        0.593, -0.340, 0.023, -0.339, 0.285, 0.112, -0.288, 0.419, -0.333, 0.041, -0.332, 0.107,
      ],
      majorTriads: [
        0.050, -0.005, -0.028, -0.003, -0.010, -0.011, -0.002, 0.049, 0.002, -0.010, -0.028, -0.003,
      ],
      minorTriads: [
        -0.010, -0.001, -0.013, -0.000, 0.020, 0.003, -0.001, -0.030, 0.001, 0.010, -0.002, 0.001,
      ]),
    minor: .init(
      bass: [
        0.579, -0.334, 0.019, 0.302, -0.338, 0.062, -0.314, 0.398, 0.031, -0.296, 0.049, -0.123,
      ],
      upper: [
        0.633, -0.365, 0.032, 0.322, -0.332, 0.049, -0.315, 0.460, -0.007, -0.325, 0.027, -0.125,
      ],
      majorTriads: [
        0.029, -0.009, -0.001, -0.033, -0.001, -0.028, 0.002, 0.002, -0.004, -0.001, 0.046, -0.001,
      ],
      minorTriads: [
        0.081, -0.000, -0.006, -0.000, -0.001, -0.009, -0.000, -0.027, -0.002, -0.004, -0.007,
        -0.000,
      ]))
}

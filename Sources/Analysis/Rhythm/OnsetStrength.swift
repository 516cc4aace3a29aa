/// How plainly something begins at every frame, from the onset curves.
///
/// The rise of level, weighted in part by how much the sound changes, above its mean over half a second
/// either side, in units of its root mean square over four seconds either side.
struct OnsetStrength {
  /// 0…1, one value per frame of `OnsetCurves`.
  let values: [Float]

  /// Seconds either side of a moment.
  private static let meanReach = 0.5
  private static let scaleReach = 4.0
  /// The part of an onset's weight that goes by the change: not all, since what repeats every 0.4 s
  /// never changes as far as that curve can see.
  private static let changePart: Float = 0.7
  /// An onset as many times as strong as the root mean square is certain.
  private static let certainty: Float = 4
  private static let greatest: Float = 0.98
  private static let least: Float = 1e-6

  init(_ curves: OnsetCurves) {
    let frames = { (seconds: Double) in Int((seconds * OnsetCurves.frameRate).rounded()) }
    let usualChange = movingMean(of: curves.change, reach: frames(Self.scaleReach))
    var strength = curves.flux
    for frame in strength.indices {
      let change = curves.change[frame] / (usualChange[frame] + Self.least)
      strength[frame] *= 1 - Self.changePart + Self.changePart * change
    }
    let mean = movingMean(of: strength, reach: frames(Self.meanReach))
    for frame in strength.indices { strength[frame] = max(0, strength[frame] - mean[frame]) }
    let power = movingMean(of: strength.map { $0 * $0 }, reach: frames(Self.scaleReach))
    for frame in strength.indices {
      let scaled = strength[frame] / (power[frame].squareRoot() + Self.least) / Self.certainty
      strength[frame] = min(scaled, Self.greatest)
    }
    values = strength
  }
}

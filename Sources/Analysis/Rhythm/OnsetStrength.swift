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
    let count = curves.flux.count
    var strength = [Float](repeating: 0, count: count)
    forEachMovingMean(count: count, reach: frames(Self.scaleReach)) {
      curves.change[$0]
    } body: { frame, usualChange in
      let change = curves.change[frame] / (usualChange + Self.least)
      strength[frame] = curves.flux[frame] * (1 - Self.changePart + Self.changePart * change)
    }
    var standing = [Float](repeating: 0, count: count)
    forEachMovingMean(count: count, reach: frames(Self.meanReach)) {
      strength[$0]
    } body: { frame, mean in
      standing[frame] = max(0, strength[frame] - mean)
    }
    forEachMovingMean(count: count, reach: frames(Self.scaleReach)) {
      standing[$0] * standing[$0]
    } body: { frame, power in
      let scaled = standing[frame] / (power.squareRoot() + Self.least) / Self.certainty
      strength[frame] = min(scaled, Self.greatest)
    }
    values = strength
  }
}

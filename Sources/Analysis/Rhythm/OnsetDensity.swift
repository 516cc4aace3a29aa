/// How many notes begin per minute.
struct OnsetDensity {
  /// Over the time that is not silent; 0 for silence.
  let perMinute: Float

  /// Seconds either side over which an onset must be the greatest.
  private static let peakReach = 0.03
  private static let meanReach = 0.5
  /// What an onset's rise, the sum over bands of natural logarithms, has above the mean around it;
  /// less is a fluctuation.
  private static let threshold: Float = 4

  init(_ curves: OnsetCurves) {
    let flux = curves.flux
    let frames = { (seconds: Double) in Int((seconds * OnsetCurves.frameRate).rounded()) }
    let reach = frames(Self.peakReach)
    let mean = movingMean(of: flux, reach: frames(Self.meanReach))
    var count = 0
    for frame in flux.indices where flux[frame] > mean[frame] + Self.threshold {
      let before = flux[max(0, frame - reach)..<frame]
      let after = flux[frame + 1..<min(flux.count, frame + reach + 1)]
      // Of equal neighbours the first counts.
      if before.allSatisfy({ $0 < flux[frame] }), after.allSatisfy({ $0 <= flux[frame] }) {
        count += 1
      }
    }
    let silent = curves.silences.reduce(0) { $0 + $1.count }
    let sounding = Double(flux.count - silent) / OnsetCurves.frameRate
    perMinute = sounding > 0 ? Float(60 * Double(count) / sounding) : 0
  }
}

/// The likelihood of a beat at every frame: what the network says and what the onset curves say,
/// weighed.
///
/// The network knows music: where in a pattern the beats are. The onsets are exact, and know
/// nothing; on steady music made of samples they are the better judge. Neither alone finds as many
/// beats on the development set as both together (docs/accuracy.md).
struct BeatActivation {
  /// 0…1, one value per frame of `OnsetCurves`.
  let values: [Float]
  /// The onsets alone, likewise: they know the moment better, and are all that there is to tell
  /// music from what is none.
  let onsets: [Float]

  /// The onsets' part in the sum. Of 0.2, 0.35, 0.5 and 0.65 the best in tempo on the development set.
  private static let onsetPart: Float = 0.5
  private static let greatest: Float = 0.98

  init(_ curves: OnsetCurves) {
    let onsets = OnsetStrength(curves).values
    self.onsets = onsets
    let network = curves.activations
    // Curves that were made without the network are judged by their onsets alone.
    guard network.frameCount > 0 else {
      values = onsets
      return
    }
    let beats = network.curve(.beat)
    values = onsets.indices.map { frame in
      let beat = Activations.interpolated(beats, at: frame)
      return min((1 - Self.onsetPart) * beat + Self.onsetPart * onsets[frame], Self.greatest)
    }
  }
}

extension Activations {
  /// The value of a curve of the network at a frame of `OnsetCurves`.
  static func interpolated(_ curve: [Float], at frame: Int) -> Float {
    let lower = min(frame / NetworkFeatures.step, curve.count - 1)
    let upper = min(lower + 1, curve.count - 1)
    let part = Float(frame % NetworkFeatures.step) / Float(NetworkFeatures.step)
    return curve[lower] + part * (curve[upper] - curve[lower])
  }
}

/// The likelihood of a beat at every frame: what the network says and what the onset curves say,
/// weighed.
///
/// The network knows music: where in a pattern the beats are. The onsets are exact, and know
/// nothing; on steady music made of samples they are the better judge. Neither alone finds as many
/// beats on the development set as both together (docs/accuracy.md). Where no drums play an onset is
/// a note, and there are notes everywhere: there the network decides.
struct BeatActivation {
  /// 0…1, one value per frame of `OnsetCurves`.
  let values: [Float]
  /// The onsets alone, likewise: they know the moment better, and are all that there is to tell
  /// music from what is none.
  let onsets: [Float]

  /// How much of the time drums play, 0…1, as the network hears it; 1 if it was not asked.
  let drumShare: Float

  /// The onsets' part in the sum. Of 0.2, 0.35, 0.5 and 0.65 the best in tempo on the development set.
  private static let onsetPart: Float = 0.5
  /// Their part where no drums play at all, and the share of drums from which on it is the whole.
  private static let leastOnsetPart: Float = 0.1
  private static let usualDrumShare: Float = 0.1
  private static let greatest: Float = 0.98

  init(_ curves: OnsetCurves) {
    let onsets = OnsetStrength(curves).values
    self.onsets = onsets
    let network = curves.activations
    // Curves that were made without the network are judged by their onsets alone.
    guard network.frameCount > 0 else {
      values = onsets
      drumShare = 1
      return
    }
    let drums = network.curve(.drum)
    let drumShare = drums.reduce(0, +) / Float(drums.count)
    self.drumShare = drumShare
    let part = max(
      Self.leastOnsetPart, Self.onsetPart * min(1, drumShare / Self.usualDrumShare))
    let beats = network.curve(.beat)
    values = onsets.indices.map { frame in
      let beat = Activations.interpolated(beats, at: frame)
      return min((1 - part) * beat + part * onsets[frame], Self.greatest)
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

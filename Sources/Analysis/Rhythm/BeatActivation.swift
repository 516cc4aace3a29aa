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

  /// The onsets' part in the sum. Of 0.2, 0.35, 0.5 and 0.65 the best in tempo on the development set.
  private static let onsetPart: Float = 0.5
  /// Their part where no drums play at all, and the share of drums from which on it is the whole.
  private static let leastOnsetPart: Float = 0.1
  private static let usualDrumShare: Float = 0.05
  private static let greatest: Float = 0.98

  init(_ curves: OnsetCurves) {
    self.init(OnsetStrength(curves).values, curves, onsetPart: Self.onsetPart)
  }

  private init(_ onsets: [Float], _ curves: OnsetCurves, onsetPart: Float) {
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
      return min((1 - onsetPart) * beat + onsetPart * onsets[frame], Self.greatest)
    }
  }

  /// The same with less of the onsets, for music in which drums play for so much of the time, 0…1.
  func heeding(_ curves: OnsetCurves, drumShare: Float) -> BeatActivation {
    let part = Self.onsetPart * min(1, drumShare / Self.usualDrumShare)
    return BeatActivation(onsets, curves, onsetPart: max(Self.leastOnsetPart, part))
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

  /// The greatest value near a frame of `OnsetCurves`, within so many of its frames before and after.
  func greatest(_ channel: Channel, near frame: Int, before: Int, after: Int) -> Float {
    let first = max(0, frame - before) / NetworkFeatures.step
    let last = min((frame + after) / NetworkFeatures.step, frameCount - 1)
    guard first <= last else { return 0 }
    return (first...last).reduce(0) { max($0, value(channel, at: $1)) }
  }
}

extension Activations {
  /// How much of the time drums play, 0…1, as the network hears it; 1 if it was not asked.
  var drumShare: Float {
    guard frameCount > 0 else { return 1 }
    return curve(.drum).reduce(0, +) / Float(frameCount)
  }
}

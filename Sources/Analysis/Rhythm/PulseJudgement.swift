import Glibc

/// Whether there is a pulse at all, and how sure that is.
///
/// Four things tell music with a beat from speech, noise and sustained sounds: how much more
/// probable the activation is with the beats found than without any; whether the beats are evenly
/// spaced; how much of the activation lies on them; and whether sounds begin more abruptly than
/// they end, as struck and plucked notes do and syllables do not.
///
/// The weights and the threshold are set between 71 pieces of music, rubato piano among them, all
/// of which lie above, and speech (two synthesizers, five voices), noise, wind, applause and random
/// clicks, which lie below.
struct PulseJudgement {
  typealias Reason = MusicUnderstandingSession.RhythmDetails.Reason

  /// How sure it is that there is a pulse, 0…1; ½ is where one begins to be believed.
  let confidence: Float
  /// Why there is no tempo; nil when there is one.
  let reason: Reason?

  /// The evidence at which the confidence is one half, and how fast it grows from there.
  private static let threshold = 10.5
  private static let softness = 1.5
  private static let attackWeight = 6.0
  private static let stabilityWeight = 4.0
  private static let contrastWeight = 2.0
  /// Onsets must stand out from the mean rise by this part of it; noise rises all the time.
  private static let leastProminence = 0.55
  /// A sound whose bands, all together, rise less than this from frame to frame is sustained.
  private static let leastFlux = 0.2
  /// Frames either side of a beat that belong to it.
  private static let beatReach = 2

  init(
    _ path: BeatTracker.Path, beats: BeatGrid, stability: Double, activation: [Float],
    curves: OnsetCurves
  ) {
    guard beats.times.count >= 2 else {
      confidence = 0
      reason = .tooFewBeats
      return
    }
    let frameCount = curves.soundingFrameCount
    let rises = Prominence(curves.flux)
    // Silence adds nothing to the sums. The root mean squares of what stands out:
    let mean = rises.sum / Double(max(frameCount, 1))
    let rise = (rises.power / Double(max(frameCount, 1))).squareRoot()
    let fall = (curves.fall.power / Double(max(frameCount, 1))).squareRoot()
    guard mean >= Self.leastFlux, rise >= Self.leastProminence * mean else {
      confidence = 0
      reason = .noClearPulse
      return
    }
    let seconds = Double(frameCount) / OnsetCurves.frameRate
    let evidence =
      path.logLikelihoodRatio / seconds
      + Self.attackWeight * log(rise / max(fall, 1e-9))
      + Self.stabilityWeight * (stability - 0.5)
      + Self.contrastWeight * log(Self.contrast(beats, activation, frameCount))
    confidence = Float(1 / (1 + exp(-(evidence - Self.threshold) / Self.softness)))
    reason = evidence >= Self.threshold ? nil : .noClearPulse
  }

  /// How much greater the activation is at the beats than on the whole, 1 for no difference.
  private static func contrast(
    _ beats: BeatGrid, _ activation: [Float], _ frameCount: Int
  ) -> Double {
    var atBeats = 0.0
    var beatFrameCount = 0
    for beat in beats.frames {
      let frames = max(0, beat - beatReach)..<min(activation.count, beat + beatReach + 1)
      for frame in frames { atBeats += Double(activation[frame]) }
      beatFrameCount += frames.count
    }
    let all = activation.reduce(0.0) { $0 + Double($1) }
    let share = Double(beatFrameCount) / Double(max(frameCount, 1))
    return max(atBeats, 1e-9) / max(all, 1e-9) / share
  }
}

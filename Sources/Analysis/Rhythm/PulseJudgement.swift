import Glibc

/// Whether there is a pulse at all, and how sure that is.
struct PulseJudgement {
  typealias Reason = MusicUnderstandingSession.RhythmDetails.Reason

  /// 0…1.
  let confidence: Float
  /// Why there is no tempo; nil when there is one.
  let reason: Reason?

  init(
    _ path: BeatTracker.Path, beats: BeatGrid, activation: [Float], curves: OnsetCurves
  ) {
    guard beats.times.count >= 2 else {
      confidence = 0
      reason = .tooFewBeats
      return
    }
    let evidence = path.logLikelihoodRatio / Double(path.frames.count)
    confidence = Float(1 / (1 + exp(-evidence)))
    reason = nil
  }
}

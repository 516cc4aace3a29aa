/// Beats, bars and tempo of the shared mono signal.
///
/// Activation and decision are apart: `OnsetCurveBuilder` and `BeatActivation` say how likely a
/// beat is at each frame, `BeatTracker`, `BarTracker` and `TempoFit` decide.
struct RhythmAnalyzer {
  /// Raised whenever the answers can change.
  static let version = 2

  private let builder = OnsetCurveBuilder()

  init() {}

  /// Takes in samples at `MonoSignal.sampleRate`.
  mutating func process(_ samples: UnsafeBufferPointer<Float>) {
    builder.process(samples)
  }

  consuming func finish() -> MusicUnderstandingSession.RhythmResult {
    RhythmDecision(builder.finish()).result
  }
}

/// Beats, bars and tempo of the shared mono signal. (Skeleton: nothing is found yet.)
struct RhythmAnalyzer {
  /// Raised whenever the answers can change.
  static let version = 0

  init() {}

  /// Takes in samples at `MonoSignal.sampleRate`.
  mutating func process(_ samples: UnsafeBufferPointer<Float>) {}

  consuming func finish() -> MusicUnderstandingSession.RhythmResult {
    .init(details: .init(reason: .tooFewBeats))
  }
}

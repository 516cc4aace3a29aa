/// Beats, bars and tempo of the shared mono signal.
///
/// Activation and decision are apart: `OnsetCurveBuilder` and `BeatActivation` say how likely a
/// beat is at each frame, `BeatTracker`, `BarTracker` and `TempoFit` decide.
struct RhythmAnalyzer {
  /// Raised whenever the answers can change.
  static let version = 6

  let result: MusicUnderstandingSession.RhythmResult

  /// - Parameter curves: Of a whole piece, onsets included.
  init(_ curves: OnsetCurves) {
    result = RhythmDecision(curves).result
  }
}

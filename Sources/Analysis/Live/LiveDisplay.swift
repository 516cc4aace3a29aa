/// The four figures as a simple display shows them.
extension LiveMetrics {
  /// The level below which a display is at rest, in LUFS.
  private static let floor: Float = -60
  private static let growth: Float = 0.8

  /// The loudness as a share of what a display shows: 0 at −60 LUFS and below, 1 at 0 and above.
  public var level: Float {
    guard loudnessDb > Self.floor else { return 0 }
    return (min(loudnessDb, 0) - Self.floor) / -Self.floor
  }

  /// How large to draw what pulses with the loudness: 1 at rest, up to 1.8.
  public var scale: Float { 1 + level * Self.growth }

  /// "120 BPM"; "-- BPM" while there is none.
  public var tempoText: String {
    tempoBpm > 0 && tempoBpm < 1e6 ? "\(Int(tempoBpm.rounded())) BPM" : "-- BPM"
  }

  /// "Key: D flat major"; "Key: --" while there is none.
  public var keyText: String { "Key: " + (keyName.isEmpty ? "--" : keyName) }
}

/// What a live analysis does just now.
public enum LiveStatus: Equatable, Sendable {
  /// It was not started.
  case idle
  case listening
  /// It was stopped, or the input has ended.
  case stopped
  /// It ended with an error, whose description this is.
  case failed(String)
}

extension LiveStatus: CustomStringConvertible {
  /// "Idle", "Listening...", "Stopped", "Error: …".
  public var description: String {
    switch self {
    case .idle: "Idle"
    case .listening: "Listening..."
    case .stopped: "Stopped"
    case .failed(let reason): "Error: \(reason)"
    }
  }
}

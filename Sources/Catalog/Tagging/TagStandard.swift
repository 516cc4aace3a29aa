/// The ways of telling a player how much louder or softer to play.
public enum TagStandard: String, Hashable, Sendable, CaseIterable {
  /// ReplayGain 2: gains in dB and peaks, in every format but Opus.
  case replaygain
  /// R128 gains of RFC 7845, in Opus files.
  case r128
  /// Apple's Sound Check, in MP3, M4A, AIFF and WAV.
  case soundcheck

  /// The loudness that gains bring music to, in LUFS: what the standard says (ReplayGain 2, RFC
  /// 7845), or what Apple plays at.
  public var usualTarget: Double {
    switch self {
    case .replaygain: -18
    case .r128: -23
    case .soundcheck: -16
    }
  }

  /// Whether another target may be chosen; RFC 7845 leaves none.
  public var allowsOtherTargets: Bool { self != .r128 }
}

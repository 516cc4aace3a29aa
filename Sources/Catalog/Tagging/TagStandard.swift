/// What can be written to the tags: the ways of telling a player how much louder or softer to play,
/// and what DJ software sorts by.
public enum TagStandard: String, Hashable, Sendable, CaseIterable {
  /// ReplayGain 2: gains in dB and peaks, in every format but Opus.
  case replaygain
  /// R128 gains of RFC 7845, in Opus files.
  case r128
  /// Apple's Sound Check, in MP3, M4A, AIFF and WAV.
  case soundcheck
  /// The tempo, in every format.
  case bpm
  /// The key, in every format.
  case key

  /// Whether it is about loudness.
  public var isGain: Bool { self != .bpm && self != .key }

  /// The loudness that gains bring music to, in LUFS: what the standard says (ReplayGain 2, RFC
  /// 7845), or what Apple plays at; 0 for what
  /// is not about loudness.
  public var usualTarget: Double {
    switch self {
    case .replaygain: -18
    case .r128: -23
    case .soundcheck: -16
    case .bpm, .key: 0
    }
  }

  /// Whether another target may be chosen; RFC 7845 leaves none.
  public var allowsOtherTargets: Bool { self == .replaygain || self == .soundcheck }
}

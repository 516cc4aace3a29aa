import Glibc

/// How far a track sounds from where its notes are written, against the track that plays.
///
/// Two things move it: its speed, unless the player locks the key, by 12 · log2(ratio) semitones; and
/// the tunings of the two tracks.
public struct PitchOffset: Hashable, Sendable {
  /// In cents; above 0 it sounds higher. 0 where nothing is known.
  public let cents: Double

  /// - Parameters:
  ///   - playbackRatio: The speed of the track to come, 1 being its own; nil when unknown.
  ///   - isKeyLocked: Whether the player keeps the pitch whatever the speed.
  ///   - first: The tuning of the track that plays, in cents from A4 = 440 Hz; nil when unknown.
  ///   - second: The tuning of the track to come.
  public init(
    playbackRatio: Double? = nil, isKeyLocked: Bool = true, tuning first: Double? = nil,
    against second: Double? = nil
  ) {
    var cents = 0.0
    if !isKeyLocked, let playbackRatio, playbackRatio > 0 { cents += 1200 * log2(playbackRatio) }
    if let first, let second { cents += second - first }
    self.cents = cents.isFinite ? cents : 0
  }

  /// The whole semitones by which another key is heard than the one written.
  public var semitones: Int { Int((max(min(cents, 1e6), -1e6) / 100).rounded()) }

  /// What is left beside those: how far the two are out of tune, −50 to 50 cents.
  public var restCents: Double { cents - Double(semitones) * 100 }
}

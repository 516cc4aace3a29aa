/// What the player can do and the DJ allows.
public struct MixRules: Hashable, Sendable {
  /// How far a track's speed may be changed, in percent, the same for faster and slower: 6 is from
  /// 1/1.06 to 1.06.
  public var pitchRangePercent = 6.0
  /// Whether the player keeps the pitch when the speed changes.
  public var isKeyLocked = true
  /// Whether three beats of one track may meet two of the other.
  public var allowsThreeToTwo = false
  /// Which steps between keys are allowed.
  public var harmony = HarmonicRules.standard

  public init() {}

  /// By how many semitones a track may be moved within the pitch range: 0 with key lock.
  var reachableSemitones: ClosedRange<Int> {
    guard !isKeyLocked else { return 0...0 }
    let reach = PitchOffset(playbackRatio: 1 + pitchRangePercent / 100, isKeyLocked: false)
    // Two tunings may add a little.
    let most = Int((reach.cents / 100 + 0.5).rounded(.up))
    return -most...most
  }
}

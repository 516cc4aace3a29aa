import Decoders

/// What happens between two tracks that follow each other: what the ear notices and the hand does.
///
/// The key in which the first ends meets the key in which the second begins. What is unknown of either
/// track is nil.
public struct MixStep: Hashable, Sendable {
  /// The first track's last key and the second one's first, as they are written.
  public var outroKey: MusicalKey?
  public var introKey: MusicalKey?
  /// How far the second sounds from where it is written, at the speed at which it is played.
  public var pitch = PitchOffset()
  /// The key of the second that is heard.
  public var heardKey: MusicalKey?
  /// The step from the first's key to the one that is heard.
  public var relation: HarmonicRelation?
  /// Notes of seven that those keys share.
  public var sharedNotes: Int?
  /// What to do with the speed.
  public var tempo: TempoShift?
  /// The second's energy minus the first's.
  public var energyStep: Double?
  /// The second's integrated loudness minus the first's, in LU: above 0 is louder.
  public var loudnessGap: Double?
  /// 0 to 1: how sure both keys are, and both tempi.
  public var keyConfidence = 1.0
  public var tempoConfidence = 1.0

  public init() {}

  public init(from first: Track, to second: Track, rules: MixRules = MixRules()) {
    if let one = first.bpm, let other = second.bpm {
      tempo = TempoShift(from: one, to: other, allowsThreeToTwo: rules.allowsThreeToTwo)
    }
    tempoConfidence = Self.certainty(first.bpmConfidence, second.bpmConfidence)
    keyConfidence = Self.certainty(first.keyConfidence, second.keyConfidence)
    outroKey = first.outroKey
    introKey = second.introKey
    pitch = PitchOffset(
      playbackRatio: tempo?.playbackRatio, isKeyLocked: rules.isKeyLocked,
      tuning: first.tuningCents, against: second.tuningCents)
    if let outroKey, let introKey {
      let heard = introKey.transposed(bySemitones: pitch.semitones)
      heardKey = heard
      relation = HarmonicRelation.relation(from: outroKey, to: heard)
      sharedNotes = HarmonicRelation.sharedNoteCount(outroKey, heard)
    }
    if let one = first.energy, let other = second.energy { energyStep = other - one }
    if let one = first.integrated, let other = second.integrated { loudnessGap = other - one }
  }

  private static func certainty(_ one: Double?, _ other: Double?) -> Double {
    let least = min(one ?? 1, other ?? 1)
    return least.isFinite ? min(max(least, 0), 1) : 0
  }
}

extension Track {
  /// The key in which the track begins. The user's word counts for all of it.
  public var introKey: MusicalKey? { isUserKey ? key : startKey ?? key }
  /// The key in which it ends.
  public var outroKey: MusicalKey? { isUserKey ? key : endKey ?? key }
}

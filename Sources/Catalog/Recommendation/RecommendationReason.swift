import Decoders

/// The sentence that tells why a track may follow another, what to do with its speed, and what may
/// clash.
///
/// "8A → 9A, a fifth up: 6 of 7 notes shared; 126.0 → 124.0 BPM, play it 1.6 % faster;
/// energy 6.1 → 7.0; 1.2 dB louder"
enum RecommendationReason {
  static func text(
    from seed: Track, to track: Track, _ step: MixStep, rules: MixRules, place: MixPlace? = nil
  ) -> String {
    [
      key(from: seed, to: track, step), tempo(from: seed, to: track, step, rules),
      energy(from: seed, track), loudness(step.loudnessGap), place.map(text), clashes(step, rules),
    ].compactMap { $0 }.joined(separator: "; ")
  }

  private static func key(from seed: Track, to track: Track, _ step: MixStep) -> String {
    guard let first = step.outroKey, let second = step.introKey, let heard = step.heardKey,
      let relation = step.relation, let shared = step.sharedNotes
    else {
      return step.outroKey == nil
        ? "the first track's key is unknown" + reason(seed.keyReason)
        : "this track's key is unknown" + reason(track.keyReason)
    }
    var text = first.camelot + (first == seed.key || seed.key == nil ? "" : " (its end)")
    text += " → " + second.camelot
    if second != track.key, track.key != nil { text += " (its beginning)" }
    if heard != second { text += " heard as \(heard.camelot)" }
    text += ", \(relation.name): \(shared) of 7 notes shared"
    let doubtful = [(seed.keyConfidence, "first"), (track.keyConfidence, "second")]
      .filter { ($0.0 ?? 1) < doubtBelow }.map(\.1)
    if !doubtful.isEmpty {
      text += doubtful.count == 2 ? " (both keys doubtful)" : " (the \(doubtful[0]) key doubtful)"
    }
    if let one = seed.tuningCents, let other = track.tuningCents, abs(one - other) >= apartCents {
      text += ", tuned \(DecimalText.fixed(abs(one - other), places: 0)) cents apart"
    }
    return text
  }

  private static func tempo(
    from seed: Track, to track: Track, _ step: MixStep, _ rules: MixRules
  ) -> String {
    guard let first = seed.bpm, let second = track.bpm, let match = step.tempo else {
      return seed.bpm == nil
        ? "the first track's tempo is unknown" + reason(seed.bpmReason)
        : "this track's tempo is unknown" + reason(track.bpmReason)
    }
    var text =
      "\(DecimalText.fixed(first, places: 1)) → \(DecimalText.fixed(second, places: 1)) BPM"
    switch match.fold {
    case .equal: break
    case .half: text += " at half time"
    case .double: text += " at double time"
    case .threeToTwo: text += ", 3 beats over 2"
    case .twoToThree: text += ", 2 beats over 3"
    case .fourToThree: text += ", 4 beats over 3"
    case .threeToFour: text += ", 3 beats over 4"
    }
    let percent = DecimalText.fixed(abs(match.percent), places: 1)
    guard percent != "0.0" else { return text + ", as it is" }
    text += ", play it \(percent) % \(match.percent > 0 ? "faster" : "slower")"
    if !rules.isKeyLocked {
      text += " (\(DecimalText.signed(match.pitchShift, places: 1)) semitones)"
    } else if abs(match.pitchShift) > audibleShift {
      text += " (\(DecimalText.signed(match.pitchShift, places: 1)) semitones without key lock)"
    }
    return text
  }

  private static func energy(from seed: Track, _ track: Track) -> String? {
    guard let first = seed.energy, let second = track.energy else { return nil }
    return
      "energy \(DecimalText.fixed(first, places: 1)) → \(DecimalText.fixed(second, places: 1))"
  }

  private static func loudness(_ gap: Double?) -> String? {
    guard let gap else { return nil }
    let amount = DecimalText.fixed(abs(gap), places: 1)
    if amount == "0.0" { return "equally loud" }
    return "\(amount) dB \(gap > 0 ? "louder" : "quieter")"
  }

  /// "mix over 8 bars: the one's last section has 16, from 5:12, the other's first 8, to 0:31"
  private static func text(_ place: MixPlace) -> String {
    let (from, to) = (clock(place.outroStart), clock(place.introEnd))
    guard let last = place.outroBars, let first = place.introBars else {
      return "mix the one's last section, from \(from), with the other's first, to \(to)"
    }
    return "mix over \(min(last, first)) bars: the one's last section has \(last), from \(from), "
      + "the other's first \(first), to \(to)"
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(max(min(seconds, 1e9), 0).rounded())
    return "\(whole / 60):" + (whole % 60 < 10 ? "0" : "") + "\(whole % 60)"
  }

  /// What to listen for; nil when nothing stands out.
  private static func clashes(_ step: MixStep, _ rules: MixRules) -> String? {
    var clashes: [String] = []
    if let shared = step.sharedNotes, shared <= 4 {
      clashes.append("melodies, with \(7 - shared) foreign notes")
    }
    if abs(step.pitch.restCents) >= apartCents {
      let cents = DecimalText.fixed(abs(step.pitch.restCents), places: 0)
      clashes.append("long notes, \(cents) cents out of tune")
    }
    if let tempo = step.tempo {
      if tempo.distance(tolerancePercent: rules.pitchRangePercent) > 1 + 1e-9 {
        clashes.append("the beats: the pitch fader does not reach so far")
      } else if !tempo.fold.isOctave {
        clashes.append("the beats, which meet only now and then")
      }
    }
    if let energy = step.energyStep, abs(energy) >= 3 {
      clashes.append(energy > 0 ? "the mood, which leaps up" : "the mood, which drops")
    }
    if let gap = step.loudnessGap, abs(gap) >= 6 { clashes.append("the levels: set the gain") }
    return clashes.isEmpty ? nil : "may clash: " + clashes.joined(separator: ", ")
  }

  private static func reason(_ word: String?) -> String {
    word.map { " (\($0))" } ?? ""
  }

  /// Below this confidence a key is called doubtful.
  private static let doubtBelow = 0.3
  /// Half a semitone: from there the key that is heard is nearer to another.
  private static let audibleShift = 0.5
  /// From here two tunings beat audibly against each other.
  private static let apartCents = 25.0
}

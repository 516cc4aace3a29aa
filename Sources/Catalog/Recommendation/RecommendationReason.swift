import Decoders

/// The sentence that tells why a track may follow another.
///
/// "8A → 9A, a fifth up: 6 of 7 notes shared; 126.0 → 124.0 BPM, play it 1.6 % faster;
/// energy 6.1 → 7.0; 1.2 dB louder"
enum RecommendationReason {
  static func text(from seed: Track, _ recommendation: Recommendation) -> String {
    [
      key(from: seed, recommendation), tempo(from: seed, recommendation),
      energy(from: seed, recommendation.track), loudness(recommendation.loudnessGap),
    ].compactMap { $0 }.joined(separator: "; ")
  }

  private static func key(from seed: Track, _ recommendation: Recommendation) -> String {
    let track = recommendation.track
    guard let first = seed.key, let second = track.key, let relation = recommendation.relation,
      let shared = recommendation.sharedNotes
    else {
      return seed.key == nil
        ? "the first track's key is unknown" + reason(seed.keyReason)
        : "this track's key is unknown" + reason(track.keyReason)
    }
    var text = "\(first.camelot) → \(second.camelot), \(relation.name): \(shared) of 7 notes shared"
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

  private static func tempo(from seed: Track, _ recommendation: Recommendation) -> String {
    let track = recommendation.track
    guard let first = seed.bpm, let second = track.bpm, let match = recommendation.tempo else {
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
    }
    let percent = DecimalText.fixed(abs(match.percent), places: 1)
    guard percent != "0.0" else { return text + ", as it is" }
    text += ", play it \(percent) % \(match.percent > 0 ? "faster" : "slower")"
    if abs(match.pitchShift) > audibleShift {
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

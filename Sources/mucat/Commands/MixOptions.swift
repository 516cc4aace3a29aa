import Catalog

/// What `recommend` and `set` share: what the player can do, and what the DJ allows.
enum MixOptions {
  enum KeyLock: String, CaseIterable, Sendable {
    case on, off
  }

  static let pitchRange = Option<Double>(
    "pitch-range", short: "p", .decimal("PERCENT", in: 0...50), default: 6,
    summary: "How far the pitch fader reaches, in percent",
    details: "The same for faster and slower. Half and double tempo count as near: 87 mixes "
      + "with 174.")

  static let keyLock = Option<KeyLock>(
    "key-lock", .choice("STATE"), default: .on, summary: "Whether the player keeps the pitch",
    details: "off: a change of speed changes the key that is heard, by 12 log2(ratio) semitones. "
      + "Either way the tunings of both tracks count.")

  static let threeToTwo = Option<Bool>(
    switch: "three-to-two", summary: "Let 3 beats of one meet 2 or 4 of another",
    details: "120 goes with 80, 90, 160 and 180 then.")

  static let rules = Option<HarmonicRules>(
    "rules", .choice("RULES"), default: .standard, summary: "Which steps between keys are allowed",
    details: "strict: the same key and its relative (8A, 8B). standard: one step around the "
      + "wheel as well (7A, 9A). mixxx: the diagonals as well (7B, 9B). open: all steps that "
      + "have a name, energy boosts among them.")

  static let declarations = [
    pitchRange.declaration, keyLock.declaration, threeToTwo.declaration, rules.declaration,
  ]

  static func rules(_ arguments: Arguments) -> MixRules {
    var rules = MixRules()
    rules.pitchRangePercent = arguments[pitchRange]
    rules.isKeyLocked = arguments[keyLock] == .on
    rules.allowsThreeToTwo = arguments[threeToTwo]
    rules.harmony = arguments[self.rules]
    return rules
  }
}

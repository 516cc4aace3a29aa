import Decoders

/// Which steps between keys count as mixing well. Schools differ, so the rule has a name.
public enum HarmonicRules: String, Hashable, Sendable, Codable, CaseIterable {
  /// The same seven notes: the same key and its relative.
  case strict
  /// `strict`, and one step around the wheel either way: six of seven notes. What most DJ
  /// software marks as compatible.
  case standard
  /// `standard`, and the diagonals, which Mixxx counts too.
  case mixxx
  /// All named relations, the energy boosts among them.
  case open

  /// The relations that the rule allows.
  public var relations: Set<HarmonicRelation> {
    switch self {
    case .strict: [.same, .relative]
    case .standard: [.same, .relative, .fifthUp, .fifthDown]
    case .mixxx: [.same, .relative, .fifthUp, .fifthDown, .diagonal]
    case .open: Set(HarmonicRelation.allCases).subtracting([.none])
    }
  }

  /// Whether a step from one key to another is allowed.
  public func allow(from first: MusicalKey, to second: MusicalKey) -> Bool {
    relations.contains(HarmonicRelation.relation(from: first, to: second))
  }
}

extension HarmonicRelation {
  /// The keys to which one may go from `key`, `key` among them, in the wheel's order.
  public static func compatibleKeys(
    with key: MusicalKey, rules: HarmonicRules = .standard
  ) -> [MusicalKey] {
    MusicalKey.all.filter { rules.allow(from: key, to: $0) }
  }
}

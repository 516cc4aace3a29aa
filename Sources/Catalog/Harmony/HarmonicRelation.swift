import Decoders

/// What a step from one key to another is called, and how much the two have in common.
///
/// Keys are compared by their scales: major, and natural minor, which has the notes of its
/// relative major. Steps are the same from every key: transposing both keys changes nothing.
public enum HarmonicRelation: String, Hashable, Sendable, Codable, CaseIterable {
  /// The same key.
  case same
  /// The other mode with the same notes: the same number, the other letter (8A, 8B).
  case relative
  /// One step up or down the wheel (8A, 9A): a fifth up or down.
  case fifthUp, fifthDown
  /// One step and the other letter (8A, 9B or 7B).
  case diagonal
  /// Two steps up or down the wheel (8A, 10A): a whole tone.
  case wholeToneUp, wholeToneDown
  /// Seven steps up or down the wheel (8A, 3A): a semitone.
  case semitoneUp, semitoneDown
  /// The other mode on the same tonic (8A A minor, 11B A major).
  case parallel
  /// Anything else.
  case none

  /// What the step between two keys is.
  public static func relation(from first: MusicalKey, to second: MusicalKey) -> HarmonicRelation {
    let steps = (second.camelotNumber - first.camelotNumber + 12) % 12
    guard first.mode == second.mode else {
      if first.pitchClass == second.pitchClass { return .parallel }
      switch steps {
      case 0: return .relative
      case 1, 11: return .diagonal
      default: return .none
      }
    }
    switch steps {
    case 0: return .same
    case 1: return .fifthUp
    case 11: return .fifthDown
    case 2: return .wholeToneUp
    case 10: return .wholeToneDown
    case 7: return .semitoneUp
    case 5: return .semitoneDown
    default: return .none
    }
  }

  /// The relation of the second key to the first.
  public var inverse: HarmonicRelation {
    switch self {
    case .fifthUp: .fifthDown
    case .fifthDown: .fifthUp
    case .wholeToneUp: .wholeToneDown
    case .wholeToneDown: .wholeToneUp
    case .semitoneUp: .semitoneDown
    case .semitoneDown: .semitoneUp
    case .same, .relative, .diagonal, .parallel, .none: self
    }
  }

  /// How many of the seven notes two keys in this relation share; nil for `none`, where it depends
  /// on the keys (``sharedNoteCount(_:_:)``).
  public var sharedNotes: Int? {
    switch self {
    case .same, .relative: 7
    case .fifthUp, .fifthDown, .diagonal: 6
    case .wholeToneUp, .wholeToneDown: 5
    case .parallel: 4
    case .semitoneUp, .semitoneDown: 2
    case .none: nil
    }
  }

  /// How many of their seven notes two keys share, 2 to 7.
  public static func sharedNoteCount(_ first: MusicalKey, _ second: MusicalKey) -> Int {
    // Scales are runs of seven neighbours on the circle of fifths: each step loses one note, and
    // from the sixth step on the circle closes and as many come back.
    max(7 - first.circleDistance(to: second), 2)
  }

  /// The relation in words ("a fifth up").
  public var name: String {
    switch self {
    case .same: "the same key"
    case .relative: "the relative key"
    case .fifthUp: "a fifth up"
    case .fifthDown: "a fifth down"
    case .diagonal: "a diagonal step"
    case .wholeToneUp: "a whole tone up"
    case .wholeToneDown: "a whole tone down"
    case .semitoneUp: "a semitone up"
    case .semitoneDown: "a semitone down"
    case .parallel: "the parallel key"
    case .none: "no close relation"
    }
  }
}

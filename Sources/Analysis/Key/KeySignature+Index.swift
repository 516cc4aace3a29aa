extension MusicUnderstandingSession.KeySignature {
  /// The number of keys: twelve tonics, two modes.
  static let count = 24

  /// The major keys from C are 0 to 11, the minor keys from C are 12 to 23.
  package var index: Int { tonic.pitchClass + (mode == .minor ? 12 : 0) }

  /// The key of an index, in its usual spelling: the one with fewer accidentals in its signature
  /// (D♭ major with five flats, not C♯ major with seven sharps). Of the two ties at six, F♯ major
  /// and E♭ minor are taken, as most catalogues do.
  package init(index: Int) {
    let (major, minor) = Self.spellings[index % 12]
    self = index < 12 ? Self(tonic: major, mode: .major) : Self(tonic: minor, mode: .minor)
  }

  private typealias Tonic = MusicUnderstandingSession.Tonic
  private static let spellings: [(major: Tonic, minor: Tonic)] = [
    (.c, .c), (.dFlat, .cSharp), (.d, .d), (.eFlat, .eFlat), (.e, .e), (.f, .f),
    (.fSharp, .fSharp), (.g, .g), (.aFlat, .gSharp), (.a, .a), (.bFlat, .bFlat), (.b, .b),
  ]
}

extension MusicUnderstandingSession.Tonic {
  /// Semitones above C, 0 to 11.
  package var pitchClass: Int {
    switch self {
    case .c: 0
    case .cSharp, .dFlat: 1
    case .d: 2
    case .dSharp, .eFlat: 3
    case .e: 4
    case .f: 5
    case .fSharp, .gFlat: 6
    case .g: 7
    case .gSharp, .aFlat: 8
    case .a: 9
    case .aSharp, .bFlat: 10
    case .b: 11
    }
  }
}

import Analysis
import Decoders

extension MusicalKey {
  /// The key of a signature, its spelling dropped.
  public init(_ signature: MusicUnderstandingSession.KeySignature) {
    self.init(
      pitchClass: signature.tonic.pitchClass, mode: signature.mode == .major ? .major : .minor)
  }
}

extension MusicUnderstandingSession.KeySignature {
  /// The signature of a key in the spelling of ``Decoders/MusicalKey/name``.
  public init(_ key: MusicalKey) {
    self.init(
      tonic: .usual(pitchClass: key.pitchClass, mode: key.mode),
      mode: key.mode == .major ? .major : .minor)
  }
}

extension MusicUnderstandingSession.Tonic {
  /// Semitones above C, 0 to 11.
  var pitchClass: Int {
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

  static func usual(pitchClass: Int, mode: MusicalKey.Mode) -> Self {
    let major: [Self] = [.c, .dFlat, .d, .eFlat, .e, .f, .fSharp, .g, .aFlat, .a, .bFlat, .b]
    switch (pitchClass, mode) {
    case (1, .minor): return .cSharp
    case (8, .minor): return .gSharp
    default: return major[pitchClass]
    }
  }
}

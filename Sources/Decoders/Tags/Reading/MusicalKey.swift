/// One of the 24 major and minor keys, whatever notation named it.
///
/// Keys that sound the same are equal (C sharp and D flat). Keys sort around the Camelot wheel:
/// 1A, 1B, 2A … 12B, so "10A" comes behind "9B".
public struct MusicalKey: Hashable, Sendable {
  public enum Mode: String, Hashable, Sendable, Codable, CaseIterable {
    case major, minor
  }

  /// The tonic in semitones above C, 0 to 11.
  public let pitchClass: Int
  public let mode: Mode

  /// - Parameter pitchClass: The tonic in semitones above any C; octaves are dropped.
  public init(pitchClass: Int, mode: Mode) {
    self.pitchClass = Self.wrapped(pitchClass)
    self.mode = mode
  }

  /// The key at a place of the Camelot wheel.
  ///
  /// - Parameters:
  ///   - camelotNumber: 1 to 12; other numbers go round the wheel (13 is 1, 0 is 12).
  ///   - mode: `minor` for the letter A, `major` for B.
  public init(camelotNumber: Int, mode: Mode) {
    // 8B is C, and each step up the wheel is a fifth. A relative minor lies three semitones lower.
    let major = 7 * Self.wrapped(camelotNumber - 8)
    self.init(pitchClass: mode == .major ? major : major - 3, mode: mode)
  }

  /// All keys in their order, 1A first, 12B last.
  public static let all: [MusicalKey] = (1...12).flatMap { number in
    [Mode.minor, .major].map { MusicalKey(camelotNumber: number, mode: $0) }
  }

  /// The place on the Camelot wheel, 1 to 12: keys of one number share all notes, neighbours all
  /// but one.
  public var camelotNumber: Int { Self.wrapped(fifths + 7) + 1 }

  /// The Camelot notation: number and A for minor, B for major ("8A" is A minor).
  public var camelot: String { "\(camelotNumber)\(mode == .minor ? "A" : "B")" }

  /// The Open Key notation: number and m for minor, d for major ("1m" is A minor).
  public var openKey: String { "\(fifths + 1)\(mode == .minor ? "m" : "d")" }

  /// The usual name: "A minor", "Db major", "F# major".
  public var name: String { "\(tonicName) \(mode.rawValue)" }

  /// The usual short name, at most three characters as ID3's TKEY asks: "Am", "Db", "F#m".
  public var shortName: String { mode == .minor ? tonicName + "m" : tonicName }

  /// The same key this many semitones higher.
  public func transposed(bySemitones semitones: Int) -> MusicalKey {
    MusicalKey(pitchClass: pitchClass + Self.wrapped(semitones), mode: mode)
  }

  /// How many fifths above C the key's major scale begins, 0 to 11 (C major and A minor: 0).
  private var fifths: Int {
    let majorTonic = mode == .major ? pitchClass : pitchClass + 3
    return Self.wrapped(7 * majorTonic)
  }

  private var tonicName: String {
    mode == .major ? Self.majorTonics[pitchClass] : Self.minorTonics[pitchClass]
  }

  /// The spelling with the fewest accidentals in the signature; of F sharp and G flat major, and
  /// of E flat and D sharp minor, with six each, the one that DJ software prints.
  private static let majorTonics = [
    "C", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B",
  ]
  private static let minorTonics = [
    "C", "C#", "D", "Eb", "E", "F", "F#", "G", "G#", "A", "Bb", "B",
  ]

  /// `value` modulo 12, 0 to 11 for negative values too.
  private static func wrapped(_ value: Int) -> Int {
    let rest = value % 12
    return rest < 0 ? rest + 12 : rest
  }
}

extension MusicalKey: Comparable {
  public static func < (left: MusicalKey, right: MusicalKey) -> Bool {
    (left.camelotNumber, left.mode == .major ? 1 : 0)
      < (right.camelotNumber, right.mode == .major ? 1 : 0)
  }
}

extension MusicalKey: CustomStringConvertible {
  public var description: String { name }
}

/// Coded as its short name ("Am"); any notation that ``init(_:)`` reads is decoded.
extension MusicalKey: Codable {
  public init(from decoder: any Swift.Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let key = MusicalKey(text) else {
      throw DecodingFailure.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not a musical key")
    }
    self = key
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(shortName)
  }

  /// Swift's own error, which this module's `DecodingError` hides.
  private typealias DecodingFailure = Swift.DecodingError
}

import Testing

@testable import Analysis

@Suite struct KeySignatureTests {
  typealias KeySignature = MusicUnderstandingSession.KeySignature
  typealias Tonic = MusicUnderstandingSession.Tonic

  /// The circle of fifths, with the number of sharps (or, negative, flats) of each signature.
  static let majors: [(tonic: Tonic, sharps: Int)] = [
    (.dFlat, -5), (.aFlat, -4), (.eFlat, -3), (.bFlat, -2), (.f, -1), (.c, 0), (.g, 1), (.d, 2),
    (.a, 3), (.e, 4), (.b, 5), (.fSharp, 6),
  ]
  static let minors: [(tonic: Tonic, sharps: Int)] = [
    (.eFlat, -6), (.bFlat, -5), (.f, -4), (.c, -3), (.g, -2), (.d, -1), (.a, 0), (.e, 1), (.b, 2),
    (.fSharp, 3), (.cSharp, 4), (.gSharp, 5),
  ]

  @Test func `all 24 keys are spelled by the circle of fifths`() {
    for (tonic, sharps) in Self.majors {
      // Seven semitones up per sharp.
      let index = ((7 * sharps) % 12 + 12) % 12
      #expect(KeySignature(index: index) == KeySignature(tonic: tonic, mode: .major))
    }
    for (tonic, sharps) in Self.minors {
      let index = ((7 * sharps + 9) % 12 + 12) % 12 + 12
      #expect(KeySignature(index: index) == KeySignature(tonic: tonic, mode: .minor))
    }
  }

  @Test func `an index comes back`() {
    for index in 0..<KeySignature.count { #expect(KeySignature(index: index).index == index) }
  }

  @Test func `every spelling has its pitch class`() {
    let names: [Character: Int] = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11]
    for tonic in Tonic.allCases {
      let name = tonic.rawValue
      let shift = name.hasSuffix("Sharp") ? 1 : name.hasSuffix("Flat") ? 11 : 0
      #expect(name.first.flatMap { names[$0] }.map { ($0 + shift) % 12 } == tonic.pitchClass)
    }
  }
}

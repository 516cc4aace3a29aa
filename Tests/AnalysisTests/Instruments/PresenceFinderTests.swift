import Testing

@testable import Analysis

@Suite struct PresenceFinderTests {
  /// Stretches of a curve with one digit per value, in tenths.
  private func stretches(_ curve: String) -> [Range<Int>] {
    PresenceFinder(begin: 0.6, end: 0.4, shortestBreak: 3, shortestStretch: 4)
      .stretches(of: curve.map { Float($0.wholeNumberValue ?? 0) / 10 })
  }

  @Test(arguments: [
    ("", []), ("0000000", []), ("5555555", []),
    // From high to low, whatever is in between.
    ("0067700000", []), ("0066664400", [2..<8]), ("0005665555300", [4..<10]), ("999999", [0..<6]),
    // A break of three ends a stretch, a shorter one does not.
    ("999900999900", [0..<10]), ("9999000999900", [0..<4, 7..<11]),
    // Short stretches make a long one only when they are close.
    ("990099000", [0..<6]), ("99000990009", []), ("0000000099", []),
  ])
  func stretchesAreFound(curve: String, expected: [Range<Int>]) {
    #expect(stretches(curve) == expected)
  }
}

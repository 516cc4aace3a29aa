import TestSupport
import Testing

@testable import Analysis

@Suite struct BarTrackerTests {
  /// Accents on every `metre`-th beat, with some scatter.
  private static func accents(
    metre: Int, first: Int, count: Int, seed: UInt64 = 1
  ) -> [Double] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { beat in
      (beat % metre == first ? 1.5 : -0.5) + Double.random(in: -1...1, using: &random)
    }
  }

  @Test(arguments: [3, 4])
  func barsBeginOnTheAccents(metre: Int) {
    for first in 0..<metre {
      let bars = BarTracker().track(Self.accents(metre: metre, first: first, count: 80))
      #expect(bars.beatsPerBar == metre)
      #expect(bars.firstBeats == Array(stride(from: first, to: 80, by: metre)))
    }
  }

  @Test func aShortBarIsFollowed() {
    let first = Self.accents(metre: 4, first: 0, count: 82)
    let bars = BarTracker().track(first + Self.accents(metre: 4, first: 0, count: 80))
    // Which bar is the short one is anybody's guess for a bar or two.
    #expect(bars.firstBeats.prefix(18) == Array(stride(from: 0, to: 72, by: 4))[...])
    #expect(bars.firstBeats.suffix(18) == Array(stride(from: 90, to: 162, by: 4))[...])
  }

  @Test func withoutAccentsThereAreFourBeats() {
    #expect(BarTracker().track([Double](repeating: 0, count: 40)).beatsPerBar == 4)
  }

  @Test func fewBeatsHaveNoBars() {
    for count in 0..<6 {
      let bars = BarTracker().track(Self.accents(metre: 4, first: 0, count: count))
      #expect(bars == BarTracker.Bars(firstBeats: [], beatsPerBar: nil))
    }
  }
}

import TestSupport
import Testing

@testable import Analysis

@Suite struct BarTrackerTests {
  /// Accents on every `metre`-th beat, with some scatter.
  private static func accents(
    metre: Int, first: Int, count: Int, seed: UInt64 = 1
  ) -> [BarEvidence] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { beat in
      BarEvidence(
        accent: (beat % metre == first ? 1.5 : -0.5) + Double.random(in: -1...1, using: &random))
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
    let nothing = [BarEvidence](repeating: BarEvidence(accent: 0), count: 40)
    #expect(BarTracker().track(nothing).beatsPerBar == 4)
  }

  @Test(arguments: [3, 4])
  func theNetworkDecidesBetweenAccentsThatAreAlike(metre: Int) {
    for first in 0..<metre {
      let evidence = (0..<80).map { beat in
        let isFirst = beat % metre == first
        return BarEvidence(accent: 0, logFirst: isFirst ? -0.2 : -3, logOther: isFirst ? -3 : -0.2)
      }
      let bars = BarTracker().track(evidence)
      #expect(bars.beatsPerBar == metre)
      #expect(bars.firstBeats == Array(stride(from: first, to: 80, by: metre)))
    }
  }

  @Test func theEvidenceOfABeatIsTheNetworksPeakNearIt() {
    var curves = OnsetCurves()
    curves.flux = [Float](repeating: 0, count: 400)
    curves.lowFlux = RiseCurve(curves.flux)
    curves.sketch = SpectralSketch(bandCenters: [100, 200, 400, 800])
    // Frame 50 of the network is frame 100 of the curves.
    curves.activations = .made(frameCount: 200) { channel, frame in
      (channel == .beat && frame % 25 == 0) || (channel == .downbeat && frame == 51)
    }
    let evidence = BarEvidence.all(at: [50, 100, 150], in: curves)
    #expect(evidence[1].logFirst == 0 && evidence[1].logOther < -3)
    #expect(evidence[0].logFirst < -3 && evidence[0].logOther == 0)
    #expect(evidence[2].logFirst < -3 && evidence[2].logOther == 0)
  }

  @Test func fewBeatsHaveNoBars() {
    for count in 0..<6 {
      let bars = BarTracker().track(Self.accents(metre: 4, first: 0, count: count))
      #expect(bars == BarTracker.Bars(firstBeats: [], beatsPerBar: nil))
    }
  }
}

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

  @Test(arguments: [3, 4, 5, 7])
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

  @Test func aFewBlurredBarsOfFourAreNoFivesOrSevens() {
    let metres = (1...60 as ClosedRange<UInt64>).map { seed in
      var random = SeededGenerator(seed: seed)
      let evidence = (0..<40).map { beat in
        BarEvidence(
          accent: (beat % 4 == 0 ? 1.5 : -0.5) + Double.random(in: -5...5, using: &random))
      }
      return BarTracker().track(evidence).beatsPerBar
    }
    #expect(metres.count { $0 == 5 || $0 == 7 } <= 2)
    #expect(metres.count { $0 == 4 } >= 40)
  }

  /// Bars of four whose accents lie half a bar off for 34 of 154 bars.
  private static func displaced(isSteady: Bool) -> [BarEvidence] {
    (0..<616).map { beat in
      let first = (240..<376).contains(beat) ? 2 : 0
      return BarEvidence(accent: beat % 4 == first ? 1.5 : -0.5, isSteady: isSteady && beat > 0)
    }
  }

  @Test func barsOnAnEvenGridGoOnLonger() {
    let even = BarTracker().track(Self.displaced(isSteady: true))
    #expect(even.firstBeats == Array(stride(from: 0, to: 616, by: 4)))
    let free = BarTracker().track(Self.displaced(isSteady: false))
    #expect(free.firstBeats.filter { (260..<350).contains($0) }.allSatisfy { $0 % 4 == 2 })
    #expect(free.firstBeats.suffix(50) == Array(stride(from: 416, to: 616, by: 4))[...])
  }

  @Test func beatsThatAreLeftOutCount() {
    // Bars of four; beats 80 to 82 are left out, and what comes behind is too short to tell.
    var evidence = (0..<100).map { beat -> BarEvidence in
      BarEvidence(accent: beat % 4 == 0 ? 1.5 : -0.5, isSteady: beat > 0)
    }
    evidence[83].missingBeats = 3
    evidence.removeSubrange(80..<83)
    let before = Array(stride(from: 0, to: 80, by: 4))
    let after = Array(stride(from: 81, to: 97, by: 4))
    #expect(BarTracker().track(evidence).firstBeats == before + after)
  }

  @Test func theEvidenceKnowsWhichBeatsLieOnOneGrid() {
    var gains = [Double](repeating: 0, count: 800)
    for frame in stride(from: 50, to: 800, by: 50) { gains[frame] = 1 }
    let grid = SteadyStretch(in: 0..<400, near: 50, gains: gains)
    var curves = OnsetCurves()
    curves.lowFlux = RiseCurve([Float](repeating: 0, count: 800))
    let evidence = BarEvidence.all(
      at: [50, 100, 250, 300, 450, 500], in: curves, stretches: [grid])
    #expect(evidence.map(\.isSteady) == [false, true, true, true, false, false])
    #expect(evidence.map(\.missingBeats) == [0, 0, 2, 0, 0, 0])
  }

  @Test func withoutAccentsThereAreFourBeats() {
    let nothing = [BarEvidence](repeating: BarEvidence(accent: 0), count: 40)
    #expect(BarTracker().track(nothing).beatsPerBar == 4)
  }

  @Test(arguments: [3, 4, 5, 7])
  func theNetworkDecidesBetweenAccentsThatAreAlike(metre: Int) {
    for first in 0..<metre {
      let evidence = (0..<240).map { beat in
        let isFirst = beat % metre == first
        return BarEvidence(accent: 0, logFirst: isFirst ? -0.2 : -3, logOther: isFirst ? -3 : -0.2)
      }
      let bars = BarTracker().track(evidence)
      #expect(bars.beatsPerBar == metre)
      #expect(bars.firstBeats == Array(stride(from: first, to: 240, by: metre)))
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

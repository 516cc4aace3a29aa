import Glibc
import TestSupport
import Testing

@testable import Analysis

@Suite struct PaceAnalyzerTests {
  private static let rate = MonoSignal.sampleRate
  private static let sixteenths = (0..<16).map { Double($0) / 4 }
  private static let eighths = (0..<8).map { Double($0) / 2 }

  private func pace(_ samples: [Float]) -> MusicUnderstandingSession.PaceResult {
    form(of: samples).pace
  }

  private func mean(_ samples: [Float]) -> Double { pace(samples).details.mean ?? 0 }

  private func pattern(
    _ beatsPerMinute: Double, hat: [Double], bars: Int = 8, pad: Bool = true
  ) -> [Float] {
    DrumPattern(
      beatsPerMinute: beatsPerMinute, barCount: bars, kick: [0, 2], snare: [1, 3], hat: hat,
      bass: [0, 1, 2, 3], hasPad: pad
    ).render(sampleRate: Self.rate)
  }

  private func sparse(_ beatsPerMinute: Double, bars: Int = 8) -> [Float] {
    DrumPattern(beatsPerMinute: beatsPerMinute, barCount: bars, bass: [0, 2], hasPad: true)
      .render(sampleRate: Self.rate)
  }

  @Test func aSparseBreakAt174FeelsSlowerThanABusyVerseAt90() {
    #expect(mean(sparse(174, bars: 12)) < 0.8 * mean(pattern(90, hat: Self.sixteenths)))
  }

  @Test func halfTheNotesAreHalfThePace() {
    let strokes = { (positions: [Double]) in
      DrumPattern(beatsPerMinute: 110, barCount: 10, stab: positions)
        .render(sampleRate: Self.rate)
    }
    let ratio = mean(strokes(Self.sixteenths)) / mean(strokes(Self.eighths))
    #expect((1.7...2.3).contains(ratio), "\(ratio)")
  }

  @Test func aClipLengthFollowsFromIt() {
    for samples in [pattern(120, hat: Self.eighths), pattern(90, hat: Self.sixteenths)] {
      #expect((2...30).contains(60 / mean(samples)))
    }
  }

  @Test func gainLeavesItAlone() {
    let samples = pattern(120, hat: Self.eighths)
    let softer = mean(samples.map { $0 * 0.1 })
    #expect(abs(softer / mean(samples) - 1) < 0.03)
  }

  @Test func masteringLeavesItAlone() {
    let samples = pattern(120, hat: Self.eighths)
    let louder = mean(samples.map { tanhf(3 * $0) })
    #expect(abs(louder / mean(samples) - 1) < 0.15, "\(louder) \(mean(samples))")
  }

  @Test func transpositionMakesLittleDifference() {
    let paces = [0, 3, 7].map { tonic -> Double in
      var samples = ChordProgression(
        tonic: tonic, chords: ChordProgression.majorProgressions[0]
      ).render(seconds: 24)
      ChordProgression.addDrums(to: &samples, gain: 0.2)
      return mean(samples)
    }
    #expect((paces.max() ?? 0) < 1.2 * (paces.min() ?? 0), "\(paces)")
  }

  @Test func itFollowsTheArrangement() throws {
    let samples =
      pattern(120, hat: Self.sixteenths, bars: 12) + sparse(120, bars: 12)
      + pattern(120, hat: Self.sixteenths, bars: 12)
    let ranges = pace(samples).ranges
    try #require(ranges.count == 3)
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.range.end == $1.range.start })
    #expect(ranges[1].value < 0.7 * min(ranges[0].value, ranges[2].value))
    #expect(abs(ranges[1].range.start.seconds - 24) < 1)
    #expect(abs(ranges[2].range.start.seconds - 48) < 1)
  }

  @Test func whatHasNoPaceSaysWhy() {
    #expect(pace([]).details.reason == .silence)
    #expect(pace([Float](repeating: 0, count: 5 * Self.rate)).details.reason == .silence)
    let click = [Float](repeating: 0.5, count: Self.rate / 2)
    #expect(pace(click).details.reason == .tooShort)
  }

  @Test func neighboursThatAreAlikeAreJoined() {
    let stretches = { (rates: [Double]) in
      rates.enumerated().map { index, rate in
        PaceAnalyzer.Stretch(
          start: 10 * Double(index), end: 10 * Double(index + 1), onsets: rate / 6)
      }
    }
    var some = stretches([300, 310, 100, 100, 305])
    PaceAnalyzer.join(&some, upTo: 12)
    #expect(some.map(\.start) == [0, 20, 40])
    #expect(abs(some[0].perMinute - 305) < 1e-9)
    // More than are allowed are joined even if they differ.
    var many = stretches((0..<30).map { $0 % 2 == 0 ? 100 : 400 })
    PaceAnalyzer.join(&many, upTo: 5)
    #expect(many.count == 5 && many.last?.end == 300)
  }
}

import TestSupport
import Testing

@testable import Analysis

/// Metronomes: everything about the answer is known.
@Suite struct RhythmClickTests {
  private static let rate = MonoSignal.sampleRate

  /// Some clicks and the silence before and after them.
  private static func clicks(
    _ beatsPerMinute: Double, count: Int, first: Double = 0.1, tail: Double = 0.4,
    amplitude: Double = 0.8
  ) -> (signal: [Float], times: [Double]) {
    let times = (0..<count).map { first + Double($0) * 60 / beatsPerMinute }
    let length = (times.last ?? first) + 0.03
    let signal = Signals.clickTrack(
      beatsPerMinute: beatsPerMinute, offset: first, amplitude: amplitude, seconds: length,
      sampleRate: rate)
    return (signal + Signals.silence(seconds: tail, sampleRate: rate), times)
  }

  @Test(arguments: [
    30.0, 33, 40, 60, 82.5, 100, 117.5, 120, 123.45, 140, 150, 160, 174.03, 190, 200,
  ])
  func everyClickIsABeatAndTheTempoIsExact(tempo: Double) throws {
    let (signal, times) = Self.clicks(tempo, count: 24)
    let result = rhythm(of: signal)
    #expect(result.beats.count == times.count)
    let errors = errors(of: result.beats, against: times)
    #expect(abs(errors.reduce(0, +) / Double(errors.count)) <= 0.005)
    #expect(errors.allSatisfy { abs($0) <= 0.015 })
    let found = try #require(result.beatsPerMinute)
    #expect(abs(Double(found) - tempo) <= 0.05)
    #expect(result.details.reason == nil)
    #expect(result.details.tempoStability > 0.95)
  }

  @Test func beatsDoNotDependOnTheLevel() {
    let loud = rhythm(of: Self.clicks(120, count: 24, amplitude: 1).signal)
    for decibels in [-20.0, -60] {
      let amplitude = Signals.amplitude(dBFS: decibels)
      let quiet = rhythm(of: Self.clicks(120, count: 24, amplitude: amplitude).signal)
      #expect(quiet.beats.count == loud.beats.count)
      // Rounding differs with the level; 1 ms is a tenth of a frame.
      for (a, b) in zip(quiet.beats, loud.beats) { #expect(abs(a.seconds - b.seconds) < 0.001) }
    }
  }

  @Test func theFirstClickIsFoundHoweverEarly() throws {
    for first in [0.0, 0.01, 0.1, 0.3] {
      let result = rhythm(of: Self.clicks(120, count: 16, first: first).signal)
      #expect(result.beats.count == 16)
      let beat = try #require(result.beats.first)
      #expect(abs(beat.seconds - first) < 0.015)
    }
  }

  @Test func noBeatsAreInventedInSilence() {
    let silence = { Signals.silence(seconds: $0, sampleRate: Self.rate) }
    let part = Self.clicks(96, count: 20, tail: 0).signal
    let result = rhythm(of: silence(3) + part + silence(2.5) + part + silence(4))
    #expect(result.beats.count == 40)
  }

  @Test func beatsAscendWithinTheAudioAndBarsAreBeats() {
    let (signal, _) = Self.clicks(133, count: 40)
    let result = rhythm(of: signal)
    #expect(zip(result.beats, result.beats.dropFirst()).allSatisfy { $0 < $1 })
    let duration = Double(signal.count) / Double(Self.rate)
    #expect(result.beats.allSatisfy { $0.seconds >= 0 && $0.seconds < duration })
    #expect(Set(result.bars).isSubset(of: result.beats))
  }
}

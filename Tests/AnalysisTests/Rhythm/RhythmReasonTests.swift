import TestSupport
import Testing

@testable import Analysis

/// What has no beat gets none, and the reason.
@Suite struct RhythmReasonTests {
  private static let rate = MonoSignal.sampleRate

  private static func expectNothing(
    in signal: [Float], because reason: MusicUnderstandingSession.RhythmDetails.Reason,
    _ comment: Comment = ""
  ) {
    let result = rhythm(of: signal)
    #expect(result.beats.isEmpty && result.bars.isEmpty, comment)
    #expect(result.beatsPerMinute == nil, comment)
    #expect(result.details.reason == reason, comment)
    #expect(result.details.beatsPerBar == nil, comment)
    #expect(result.details.alternatives.isEmpty, comment)
  }

  @Test func silenceIsSilence() {
    Self.expectNothing(in: [], because: .silence)
    Self.expectNothing(in: [0, 0, 0], because: .silence)
    Self.expectNothing(in: Signals.silence(seconds: 30, sampleRate: Self.rate), because: .silence)
    let dither = Signals.noise(amplitude: 1.0 / 32_768, seconds: 10, sampleRate: Self.rate)
    Self.expectNothing(in: dither, because: .silence)
  }

  @Test func oneClickIsTooFewBeats() {
    var signal = Signals.silence(seconds: 5, sampleRate: Self.rate)
    signal[40_000] = 0.8
    Self.expectNothing(in: signal, because: .tooFewBeats)
    Self.expectNothing(in: [0.5], because: .tooFewBeats)
  }

  @Test func noiseHasNoPulse() {
    for seed in 1...3 {
      let noise = Signals.noise(
        amplitude: 0.3, seconds: 30, sampleRate: Self.rate, seed: UInt64(seed))
      Self.expectNothing(in: noise, because: .noClearPulse)
    }
  }

  @Test func sustainedSoundsHaveNoPulse() {
    Self.expectNothing(
      in: Signals.sine(220, amplitude: 0.4, seconds: 20, sampleRate: Self.rate),
      because: .noClearPulse)
    Self.expectNothing(
      in: Signals.chord([220, 277.2, 329.6], seconds: 20, sampleRate: Self.rate),
      because: .noClearPulse)
  }

  @Test func irregularClicksHaveNoPulse() {
    for seed in 1...3 {
      var random = SeededGenerator(seed: UInt64(seed))
      var signal = Signals.silence(seconds: 40, sampleRate: Self.rate)
      for _ in 0..<90 { signal[Int.random(in: signal.indices, using: &random)] = 0.7 }
      Self.expectNothing(in: signal, because: .noClearPulse)
    }
  }

  @Test func syllablesHaveNoPulse() {
    for seed in 1...3 {
      Self.expectNothing(
        in: Self.babble(seconds: 40, seed: UInt64(seed)), because: .noClearPulse)
    }
  }

  /// Buzzes of changing pitch and vowel, swelling and fading like syllables, in phrases.
  private static func babble(seconds: Double, seed: UInt64) -> [Float] {
    var random = SeededGenerator(seed: seed)
    var signal = Signals.silence(seconds: seconds, sampleRate: rate)
    var time = 0.2
    while time < seconds - 1 {
      for _ in 0..<Int.random(in: 4..<14, using: &random) {
        let length = Double.random(in: 0.08...0.3, using: &random)
        let pitch = Double.random(in: 90...180, using: &random)
        let vowel = Double.random(in: 300...2_000, using: &random)
        let level = Double.random(in: 0.3...1, using: &random)
        let count = Signals.frameCount(seconds: length, sampleRate: rate)
        var syllable = [Float](repeating: 0, count: count)
        for harmonic in 1...20 {
          let distance = (Double(harmonic) * pitch - vowel) / 300
          let partial = Signals.sine(
            Double(harmonic) * pitch, amplitude: 0.3 * level / (1 + distance * distance),
            seconds: length, sampleRate: rate)
          for frame in 0..<count { syllable[frame] += partial[frame] }
        }
        let start = Signals.frameCount(seconds: time, sampleRate: rate)
        for frame in 0..<count where start + frame < signal.count {
          let t = Double(frame) / Double(rate)
          let swell = min(1, t / 0.03, (length - t) / 0.05)
          signal[start + frame] += syllable[frame] * Float(max(0, swell))
        }
        time += length * Double.random(in: 0.9...1.4, using: &random)
      }
      time += Double.random(in: 0.2...0.9, using: &random)
    }
    return signal
  }
}

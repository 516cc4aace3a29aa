import Decoders
import Glibc
import TestSupport
import Testing

@testable import Analysis

@Suite("True peak")
struct PeakMeterTests {
  static let rates = [44_100, 48_000, 88_200, 96_000, 192_000]

  struct Sine: Sendable, CustomTestStringConvertible {
    var name: String
    /// Samples per period.
    var period: Double
    var phase: Double
    var amplitude: Double
    var level: Float
    var testDescription: String { name }
  }

  /// EBU Tech 3341 table 1, cases 15 to 19.
  static let sines = [
    Sine(name: "case 15", period: 4, phase: 0, amplitude: 0.5, level: -6),
    Sine(name: "case 16", period: 4, phase: 45, amplitude: 0.5, level: -6),
    Sine(name: "case 17", period: 6, phase: 60, amplitude: 0.5, level: -6),
    Sine(name: "case 18", period: 8, phase: 67.5, amplitude: 0.5, level: -6),
    Sine(name: "case 19", period: 4, phase: 45, amplitude: 1.41, level: 3),
  ]

  @Test("cases 15 to 19: sines whose crests lie between the samples", arguments: sines, rates)
  func crests(sine: Sine, rate: Int) throws {
    let signal = faded(
      Signals.sine(
        Double(rate) / sine.period, amplitude: sine.amplitude, phase: sine.phase, seconds: 1,
        sampleRate: rate))
    let details = LoudnessMeasurement(stereo: signal, sampleRate: rate).result.details
    let peak = try #require(details.truePeak)
    #expect(peak - sine.level <= 0.2 && peak - sine.level >= -0.4)
  }

  @Test("cases 20 to 23: a pulse sampled at four phases has its full height", arguments: 0..<4)
  func pulse(phase: Int) throws {
    for rate in Self.rates {
      let signal = (0..<rate).map { frame -> Float in
        let time = Double(frame) - Double(rate / 2) - Double(phase) / 4
        return Float(exp(-time * time / 128) * cos(2 * .pi * time / 6))
      }
      let result = LoudnessMeasurement(stereo: signal, sampleRate: rate).result
      #expect(result.peak.value <= 0.2 && result.peak.value >= -0.4)
      let frame = Double(rate / 2) + Double(phase) / 4
      #expect(abs(result.peak.time.seconds * Double(rate) - frame) <= 0.75)
    }
  }

  @Test("a full-scale fs/4 sine at 45° is read right at every rate")
  func everyRate() throws {
    for rate in Self.rates {
      let signal = faded(
        Signals.sine(Double(rate) / 4, phase: 45, seconds: 0.5, sampleRate: rate))
      let details = LoudnessMeasurement(planes: [signal], sampleRate: rate).result.details
      let truePeak = try #require(details.truePeak)
      let samplePeak = try #require(details.samplePeak)
      #expect(abs(samplePeak - -3.01) < 0.01)
      #expect(truePeak >= samplePeak)
      #expect(truePeak <= 0.2 && truePeak >= -0.4)
    }
  }

  @Test("noise is read as by long interpolation, within what four points per sample can see")
  func noise() throws {
    for seed in UInt64(1)...3 {
      // Smoothed, as music is: white noise has most of its crests at the edge of the band.
      let white = Signals.noise(seconds: 0.02, sampleRate: 48_000, seed: seed)
      let pairs = zip(white, white.dropFirst()).map { ($0 + $1) / 2 }
      let signal = zip(pairs, pairs.dropFirst()).map { ($0 + $1) / 2 }
      let expected = Float(20 * log10(PeakOracle.truePeak(signal)))
      let details = LoudnessMeasurement(planes: [signal], sampleRate: 48_000).result.details
      let peak = try #require(details.truePeak)
      #expect(peak - expected <= 0.2 && peak - expected >= -0.4)
    }
  }

  @Test("skipping what cannot be a peak changes nothing", arguments: [8000, 96_000])
  func skippingIsExact(rate: Int) {
    let points = rate < 96_000 ? [0.25, 0.5, 0.75] : [0.5]
    let taps = points.map {
      TruePeakInterpolator.filter(at: $0, half: rate < 96_000 ? 6 : 12)
    }
    for seed in UInt64(1)...4 {
      // Bursts of different strength over a strong low tone, so that the bound is often close.
      var signal = Signals.mix([
        Signals.noise(amplitude: 0.3, seconds: 0.25, sampleRate: 8000, seed: seed),
        Signals.sine(Double(seed) * 30, amplitude: 0.6, seconds: 0.25, sampleRate: 8000),
      ])
      for index in signal.indices where (index / 100) % 3 == 0 { signal[index] *= 0.2 }
      var meter = PeakMeter(sampleRate: rate, channelCount: 1)
      signal.withUnsafeBufferPointer { meter.process($0, channel: 0, startFrame: 0) }
      meter.finish(frameCount: signal.count)
      let expected = highestPoint(of: signal, taps: taps)
      #expect(abs(meter.truePeak.value - expected.value) < 1e-6)
      #expect(meter.truePeak.frame == expected.frame)
    }
  }

  @Test("overs are kept, not clipped")
  func overs() throws {
    let signal = Signals.sine(1000, amplitude: 2, seconds: 1, sampleRate: 48_000)
    let result = LoudnessMeasurement(stereo: signal, sampleRate: 48_000).result
    #expect(abs(result.peak.value - 6.02) < 0.05)
    #expect(abs((result.details.samplePeak ?? 0) - 6.02) < 0.05)
  }

  @Test("three samples in a row from 1 − 2⁻¹⁵ on are clipped, each channel for itself")
  func clippedSamples() {
    let fullScale: Float = 32_767 / 32_768
    var left = [Float](repeating: 0.5, count: 10_000)
    var right = left
    // Runs of 3, 5 (over the edge of a run of the meter, and of cells) and 4 (at the very end).
    for frame in [0, 1, 2] + [4094, 4095, 4096, 4097, 4098] + [9996, 9997, 9998, 9999] {
      left[frame] = fullScale
    }
    // One and two are crests, not clipping; nor is what is just below full scale.
    for frame in [100, 200, 201] { left[frame] = -1 }
    for frame in 300..<310 { left[frame] = 32_766 / 32_768 }
    for frame in 7000..<7020 { right[frame] = -1.5 }
    for blockSize in [1, 2, 7, 441, 4096, 10_000] {
      let measured = LoudnessMeasurement(
        planes: [left, right], sampleRate: 44_100, blockSize: blockSize)
      #expect(measured.result.details.clippedSampleCount == 3 + 5 + 4 + 20)
    }
  }

  @Test("a sine at full scale is not clipped; one that was cut off is")
  func clippedSine() {
    let sine = Signals.sine(440, amplitude: 0.9999, seconds: 1, sampleRate: 44_100)
    let whole = LoudnessMeasurement(planes: [sine], sampleRate: 44_100)
    #expect(whole.result.details.clippedSampleCount == 0)
    let cut = Signals.scaled(sine, by: 1.25).map { min(max($0, -1), 1) }
    let expected = cut.count { abs($0) == 1 }
    let measured = LoudnessMeasurement(planes: [cut], sampleRate: 44_100)
    #expect(expected > 10_000)
    #expect(measured.result.details.clippedSampleCount == expected)
  }

  @Test("the peak's time is that of the first frame that has it")
  func peakTime() {
    var left = [Float](repeating: 0, count: 48_000)
    var right = left
    left[30_000] = 0.5
    right[20_000] = -0.5
    right[40_000] = 0.5
    for blockSize in [100, 4096, 48_000] {
      let peak = LoudnessMeasurement(
        planes: [left, right], sampleRate: 48_000, blockSize: blockSize
      ).result.peak
      #expect(peak.time == CMTime(value: 20_000, timescale: 48_000))
      #expect(abs(peak.value - -6.02) < 0.01)
    }
  }

  @Test("a crest in the gap before the last sample is seen")
  func crestAtTheEnd() throws {
    var signal = [Float](repeating: 0, count: 1000)
    signal[998] = 0.7
    signal[999] = 0.7
    let details = LoudnessMeasurement(planes: [signal], sampleRate: 48_000).result.details
    let truePeak = try #require(details.truePeak)
    let samplePeak = try #require(details.samplePeak)
    #expect(truePeak > samplePeak + 1)
  }

  @Test("absurd but finite samples do not trap")
  func hugeSamples() {
    let huge = Signals.noise(amplitude: 3e38, seconds: 0.6, sampleRate: 8000)
    let result = LoudnessMeasurement(stereo: huge, sampleRate: 8000).result
    #expect(result.peak.value > 700)
    #expect(result.integrated.value > 700)
  }

  // MARK: - Helpers

  /// A fade of 10 ms at either end: cutting a tone off is a sound of its own.
  private func faded(_ signal: [Float]) -> [Float] {
    var faded = signal
    let length = 480
    for frame in 0..<length {
      let gain = Float(frame) / Float(length)
      faded[frame] *= gain
      faded[signal.count - 1 - frame] *= gain
    }
    return faded
  }

  /// All samples and all quarters, from the definition.
  private func highestPoint(of signal: [Float], taps: [[Double]]) -> (value: Float, frame: Int) {
    var best = (value: Float(0), frame: 0)
    for frame in signal.indices {
      if abs(signal[frame]) > best.value { best = (abs(signal[frame]), frame) }
    }
    for frame in signal.indices {
      for (quarter, filter) in taps.enumerated() {
        var sum = 0.0
        for (k, tap) in filter.enumerated() {
          let index = frame + k - (filter.count / 2 - 1)
          if signal.indices.contains(index) { sum += tap * Double(signal[index]) }
        }
        if Float(abs(sum)) > best.value {
          best = (Float(abs(sum)), quarter == 2 ? frame + 1 : frame)
        }
      }
    }
    return best
  }
}

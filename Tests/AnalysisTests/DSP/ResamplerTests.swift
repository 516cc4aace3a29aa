import TestSupport
import Testing

@testable import Analysis

@Suite("Resampling")
struct ResamplerTests {
  static let rates = [
    4000, 8000, 11_025, 16_000, 22_050, 32_000, 39_000, 44_100, 44_101, 48_000, 88_200, 96_000,
    192_000,
  ]
  static let outputRate = MonoSignal.sampleRate

  private func resample(_ input: [Float], from rate: Int, blockSize: Int = 4096) -> [Float] {
    var resampler = Resampler(inputRate: rate, outputRate: Self.outputRate)
    var output: [Float] = []
    for start in stride(from: 0, to: input.count, by: blockSize) {
      let block = Array(input[start..<min(start + blockSize, input.count)])
      block.withUnsafeBufferPointer { resampler.process($0, into: &output) }
    }
    resampler.finish(into: &output)
    return output
  }

  @Test("a sine stays the same sine, at the same time", arguments: rates)
  func sineToSine(rate: Int) {
    let nyquist = Double(min(rate, Self.outputRate)) / 2
    for part in [0.01, 0.1, 0.5, 0.8, 0.85] {
      let frequency = part * nyquist
      let input = Signals.sine(frequency, amplitude: 0.5, phase: 40, seconds: 0.5, sampleRate: rate)
      let expected = Signals.sine(
        frequency, amplitude: 0.5, phase: 40, seconds: 0.5, sampleRate: Self.outputRate)
      let output = resample(input, from: rate)
      let difference = Signals.mix([output, Signals.scaled(expected, by: -1)])
      // Away from the ends, where the signal is cut off.
      let level = SpectrumOracle.level(of: difference[2000..<9000])
      #expect(level < (part < 0.82 ? -75 : -60), "\(frequency) Hz")
    }
  }

  @Test("what the new rate cannot hold is 80 dB down", arguments: rates.filter { $0 > 22_050 })
  func aliasing(rate: Int) {
    // What lies below folds to above 0.85 of the band, which no one may rely on.
    for frequency in stride(from: 12_700.0, to: Double(rate) / 2, by: 1700) {
      let input = Signals.sine(frequency, seconds: 0.5, sampleRate: rate)
      let output = resample(input, from: rate)
      #expect(SpectrumOracle.level(of: output[2000..<9000]) < -80, "\(frequency) Hz")
    }
  }

  @Test("images of a lower rate are 80 dB down", arguments: [8000, 11_025, 16_000])
  func images(rate: Int) {
    let frequency = 0.3 * Double(rate)
    let input = Signals.sine(frequency, seconds: 0.5, sampleRate: rate)
    let expected = Signals.sine(frequency, seconds: 0.5, sampleRate: Self.outputRate)
    let difference = Signals.mix([
      resample(input, from: rate), Signals.scaled(expected, by: -1),
    ])
    #expect(SpectrumOracle.level(of: difference[2000..<9000]) < -75)
  }

  @Test(
    "results do not depend on the size of the blocks", arguments: [8000, 44_100, 44_101, 48_000])
  func blockSizes(rate: Int) {
    let input = Signals.noise(seconds: 0.3, sampleRate: rate)
    let whole = resample(input, from: rate, blockSize: input.count)
    for size in [1, 7, 441, 4096] {
      #expect(resample(input, from: rate, blockSize: size) == whole, "blocks of \(size)")
    }
  }

  @Test("halving sums what its filter says", arguments: [1, 2, 3, 34, 35])
  func halving(reach: Int) {
    let side = Signals.noise(seconds: 1, sampleRate: reach, seed: 5)
    let input = Signals.noise(seconds: 1, sampleRate: 500)
    var filter = HalvingFilter(side: side)
    var output: [Float] = []
    input.withUnsafeBufferPointer { filter.process($0, into: &output) }
    #expect(output.count > 200)
    for (index, ours) in output.enumerated() {
      var expected = 0.0
      for distance in -(reach - 1)...(reach - 1) {
        expected +=
          Double(side[abs(distance)]) * Double(input[2 * index + reach - 1 + distance])
      }
      #expect(abs(Double(ours) - expected) < 1e-5)
    }
  }

  @Test("the length is that of the input at the new rate, rounded up", arguments: rates)
  func length(rate: Int) {
    for count in [0, 1, 2, 100, 999, 4097] {
      let input = [Float](repeating: 0.1, count: count)
      let expected = (count * Self.outputRate + rate - 1) / rate
      #expect(resample(input, from: rate).count == expected)
    }
  }

  @Test("a click stays where it is", arguments: rates)
  func alignment(rate: Int) {
    var input = [Float](repeating: 0, count: rate / 2)
    input[rate / 4] = 1
    let output = resample(input, from: rate)
    let loudest = output.indices.max { abs(output[$0]) < abs(output[$1]) } ?? 0
    let expected = Double(rate / 4) / Double(rate) * Double(Self.outputRate)
    #expect(abs(Double(loudest) - expected) <= 0.5 * max(1, Double(Self.outputRate) / Double(rate)))
  }

  @Test("a constant stays constant to the last bit of interest", arguments: rates)
  func constant(rate: Int) {
    let output = resample([Float](repeating: 1, count: rate / 2), from: rate)
    #expect(output[2000..<9000].allSatisfy { abs($0 - 1) < 1e-5 })
  }

  @Test("the highest accepted rate and a prime one need no large tables")
  func oddRates() {
    for rate in [1_535_999, 1_536_000, 44_101, 23] {
      var resampler = Resampler(inputRate: rate, outputRate: Self.outputRate)
      var output: [Float] = []
      let input = [Float](repeating: 1, count: 10_000)
      input.withUnsafeBufferPointer { resampler.process($0, into: &output) }
      resampler.finish(into: &output)
      #expect(output.count == (10_000 * Self.outputRate + rate - 1) / rate)
    }
  }
}

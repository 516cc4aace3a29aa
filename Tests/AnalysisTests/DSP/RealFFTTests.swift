import TestSupport
import Testing

@testable import Analysis

@Suite("Power spectrum")
struct RealFFTTests {
  private func spectrum(_ samples: [Float], window: [Float]) -> [Float] {
    let transform = RealFFT(length: samples.count)
    var spectrum = [Float](repeating: 0, count: transform.binCount)
    samples.withUnsafeBufferPointer { samples in
      window.withUnsafeBufferPointer { window in
        spectrum.withUnsafeMutableBufferPointer {
          transform.powerSpectrum(of: samples, window: window, into: $0)
        }
      }
    }
    return spectrum
  }

  @Test("equals the definition", arguments: [64, 128, 256, 512, 1024, 2048, 4096])
  func definition(length: Int) {
    let noise = Signals.noise(seconds: 1, sampleRate: length, seed: UInt64(length))
    let window = hannWindow(length: length)
    let expected = SpectrumOracle.powerSpectrum(of: noise, window: window)
    let largest = expected.max() ?? 0
    for (ours, exact) in zip(spectrum(noise, window: window), expected) {
      // Single precision: 24 bits, less what log2(n) stages lose.
      #expect(abs(Double(ours) - exact) < 2e-6 * largest)
    }
  }

  @Test("a sine in the middle of a bin is in that bin alone, with the height that is promised")
  func sineInBin() {
    let length = 1024
    let ones = [Float](repeating: 1, count: length)
    for bin in [1, 2, 7, 255, 256, 510, 511] {
      let sine = Signals.sine(Double(bin), phase: 30, seconds: 1, sampleRate: length)
      let result = spectrum(sine, window: ones)
      let height = Float(length / 2 * length / 2)
      #expect(abs(result[bin] / height - 1) < 1e-5)
      for other in result.indices where other != bin { #expect(result[other] < 1e-9 * height) }
    }
  }

  @Test("a constant is in bin 0, an alternation in the last")
  func edges() {
    let ones = [Float](repeating: 1, count: 128)
    #expect(abs(spectrum(ones, window: ones)[0] - 128 * 128) < 0.01)
    let alternating = (0..<128).map { Float($0 % 2 == 0 ? 1 : -1) }
    #expect(abs(spectrum(alternating, window: ones)[64] - 128 * 128) < 0.01)
  }

  @Test("one object gives the same answer again")
  func reuse() {
    let transform = RealFFT(length: 256)
    let window = hannWindow(length: 256)
    let first = Signals.noise(seconds: 1, sampleRate: 256, seed: 1)
    let second = Signals.noise(seconds: 1, sampleRate: 256, seed: 2)
    let run = { (samples: [Float]) in
      var out = [Float](repeating: 0, count: transform.binCount)
      samples.withUnsafeBufferPointer { samples in
        window.withUnsafeBufferPointer { window in
          out.withUnsafeMutableBufferPointer {
            transform.powerSpectrum(of: samples, window: window, into: $0)
          }
        }
      }
      return out
    }
    let before = run(first)
    _ = run(second)
    #expect(run(first) == before)
  }
}

import Glibc
import TestSupport
import Testing

@testable import Analysis

@Suite("K weighting")
struct KWeightingTests {
  @Test("at 48 kHz the coefficients are those of BS.1770-4")
  func tableAt48kHz() {
    let weighting = KWeighting(sampleRate: 48_000)
    // The standard prints 14 digits of the denominators and the shelf.
    let expected: [(Double, Double)] = [
      (weighting.shelf.b0, 1.53512485958697), (weighting.shelf.b1, -2.69169618940638),
      (weighting.shelf.b2, 1.19839281085285), (weighting.shelf.a1, -1.69065929318241),
      (weighting.shelf.a2, 0.73248077421585), (weighting.highPass.b0, 1),
      (weighting.highPass.b1, -2), (weighting.highPass.b2, 1),
      (weighting.highPass.a1, -1.99004745483398), (weighting.highPass.a2, 0.99007225036621),
    ]
    for (ours, standard) in expected { #expect(abs(ours - standard) < 1e-10) }
  }

  @Test("the response is the same at every usual rate")
  func responseAcrossRates() {
    for rate in [22_050, 32_000, 44_100, 88_200, 96_000, 192_000] {
      // Up to a quarter of the rate, where the bilinear transform has not yet bent the scale.
      for frequency in [10.0, 38, 100, 500, 997, 2000, 5000, 8000, 20_000]
      where frequency < Double(rate) / 4 {
        let difference =
          gain(at: frequency, sampleRate: rate) - gain(at: frequency, sampleRate: 48_000)
        #expect(abs(difference) < 0.1, "\(frequency) Hz at \(rate) Hz")
      }
    }
  }

  @Test("the filter is stable at every rate that a file may have")
  func stability() {
    for rate in [1, 2, 3, 10, 50, 84, 100, 1000, 3000, 3364, 4000, 8000, 44_101, 1_536_000] {
      let weighting = KWeighting(sampleRate: rate)
      for section in [weighting.shelf, weighting.highPass] {
        // The triangle of stability of a second-order section.
        #expect(abs(section.a2) < 1, "\(rate) Hz")
        #expect(abs(section.a1) < 1 + section.a2, "\(rate) Hz")
        #expect([section.b0, section.b1, section.b2].allSatisfy { $0.isFinite })
      }
    }
  }

  @Test("filtering in pairs gives the energies of the naive cascade")
  func pairEqualsOracle() {
    let left = Signals.noise(amplitude: 0.5, seconds: 1, sampleRate: 48_000, seed: 3)
    let right = Signals.sine(60, amplitude: 0.7, seconds: 1, sampleRate: 48_000)
    let weighting = KWeighting(sampleRate: 48_000)
    var pair = KWeightedPair()
    pair.process(
      left, right, count: left.count, filter: Biquad4(weighting.shelf, weighting.highPass))
    let sums = pair.takeSum()
    for (lane, signal) in [left, right].enumerated() {
      let expected = LoudnessOracle.weighted(signal).reduce(0) { $0 + $1 * $1 }
      #expect(abs(sums[lane] / expected - 1) < 1e-9)
    }
  }

  @Test("a filter's tail ends before it reaches denormal numbers")
  func tailEnds() {
    let weighting = KWeighting(sampleRate: 48_000)
    let filter = Biquad4(weighting.shelf, weighting.highPass)
    var pair = KWeightedPair()
    let click = [Float](repeating: 1, count: 480)
    pair.process(click, click, count: 480, filter: filter)
    _ = pair.takeSum()
    let silence = [Float](repeating: 0, count: 480)
    var last = SIMD2<Double>(repeating: 1)
    for _ in 0..<1000 {
      pair.process(silence, silence, count: 480, filter: filter)
      last = pair.takeSum()
    }
    #expect(last == SIMD2())
  }

  /// The gain in dB of both sections together, from their transfer function.
  private func gain(at frequency: Double, sampleRate: Int) -> Double {
    let weighting = KWeighting(sampleRate: sampleRate)
    return power(weighting.shelf, frequency, sampleRate)
      + power(weighting.highPass, frequency, sampleRate)
  }

  private func power(_ section: Biquad, _ frequency: Double, _ rate: Int) -> Double {
    let angle = 2 * Double.pi * frequency / Double(rate)
    let magnitude = { (c0: Double, c1: Double, c2: Double) in
      let real = c0 + c1 * cos(angle) + c2 * cos(2 * angle)
      let imaginary = c1 * sin(angle) + c2 * sin(2 * angle)
      return real * real + imaginary * imaginary
    }
    return 10
      * log10(
        magnitude(section.b0, section.b1, section.b2) / magnitude(1, section.a1, section.a2))
  }
}

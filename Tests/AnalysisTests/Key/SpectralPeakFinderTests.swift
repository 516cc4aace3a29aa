import Glibc
import TestSupport
import Testing

@testable import Analysis

@Suite struct SpectralPeakFinderTests {
  private let rate = Double(MonoSignal.sampleRate)
  private let length = SpectralPeakFinder.frameLength

  private func frame(_ sines: [(frequency: Double, amplitude: Float)]) -> [Float] {
    (0..<length).map { index in
      sines.reduce(0) {
        $0 + $1.amplitude * Float(sin(2 * .pi * $1.frequency * Double(index) / rate))
      }
    }
  }

  private func find(_ samples: [Float]) -> SpectralPeakFinder.Frame {
    var finder = SpectralPeakFinder(sampleRate: MonoSignal.sampleRate)
    return samples.withUnsafeBufferPointer { finder.process($0) }
  }

  @Test(arguments: [55.0, 61.7, 110.3, 440, 1_234.5, 2_000])
  func `a sine is one peak at its frequency and amplitude`(frequency: Double) throws {
    let found = find(frame([(frequency, 0.3)]))
    let peak = try #require(found.peaks.max { $0.amplitude < $1.amplitude })
    // The parabola through a Hann window's peak is out by up to a twentieth of a bin of 1.35 Hz.
    #expect(abs(Double(peak.bin) * rate / Double(length) - frequency) < 0.07)
    #expect(abs(peak.amplitude - 0.3) < 0.01)
    #expect(abs(found.level - 0.3 / Float(2).squareRoot()) < 0.001)
    #expect(abs(found.tonalShare - (2.0 / 3).squareRoot()) < 0.05)
  }

  @Test func `two notes a semitone apart in the bass are two peaks`() {
    let found = find(frame([(82.41, 0.2), (87.31, 0.2)]))
    let frequencies = found.peaks.map { Double($0.bin) * rate / Double(length) }
    #expect(frequencies.count == 2)
    #expect(zip(frequencies, [82.41, 87.31]).allSatisfy { abs($0 - $1) < 0.5 })
  }

  @Test func `noise has next to no clear peaks`() {
    var random = SeededGenerator(seed: 3)
    let found = find((0..<length).map { _ in 0.1 * random.nextSample() })
    #expect(found.peaks.filter(\.isClear).count < 5)
    #expect(found.tonalShare < 0.2)
    // Evenly spread in −0.1…0.1: the root mean square is 0.1/√3.
    #expect(abs(found.level - 0.0577) < 0.002)
  }

  @Test func `silence and a constant have no peaks and no level`() {
    #expect(find([Float](repeating: 0, count: length)).peaks.isEmpty)
    let constant = find([Float](repeating: 0.5, count: length))
    #expect(constant.level < 0.0001)
  }
}

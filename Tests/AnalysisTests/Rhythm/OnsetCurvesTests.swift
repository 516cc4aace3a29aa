import Glibc
import TestSupport
import Testing

@testable import Analysis

/// The stages before any decision, against slow twins and signals with known onsets.
@Suite struct OnsetCurvesTests {
  private static func frames(_ count: Int, bands: Int, seed: UInt64) -> [[Float]] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      (0..<bands).map { _ in Float(Int.random(in: 0...2048, using: &random)) / 1024 }
    }
  }

  @Test(arguments: [1, 2, 7, 19, 20, 21, 60])
  func changeIsTheDifferenceOfMeansBeforeAndAfter(frameCount: Int) {
    let frames = Self.frames(frameCount, bands: 4, seed: 1)
    let reach = 10
    var detector = ChangeDetector(centers: [300, 400, 500, 600], reach: reach)
    var found: [Float] = []
    for frame in frames {
      frame.withUnsafeBufferPointer { detector.process($0) { found.append($0) } }
    }
    detector.finish { found.append($0) }
    let mean = { (range: Range<Int>, band: Int) -> Float in
      range.isEmpty ? 0 : frames[range].reduce(0) { $0 + $1[band] } / Float(range.count)
    }
    let expected = frames.indices.map { t -> Float in
      (0..<4).reduce(0) { sum, band in
        let after = mean(t..<min(t + reach, frameCount), band)
        return sum + abs(after - mean(max(0, t - reach)..<t, band))
      }
    }
    #expect(found.count == frameCount)
    for (a, b) in zip(found, expected) { #expect(abs(a - b) < 1e-4) }
  }

  @Test(arguments: [1, 5, 6, 11, 12, 40])
  func levelsAreDividedByTheMeanAroundThem(frameCount: Int) {
    let frames = Self.frames(frameCount, bands: 3, seed: 2)
    let reach = 5
    var normalizer = LevelNormalizer(bandCount: 3, reach: reach)
    var found: [[Float]] = []
    for frame in frames {
      frame.withUnsafeBufferPointer { normalizer.process($0) { found.append(Array($0)) } }
    }
    normalizer.finish { found.append(Array($0)) }
    #expect(found.count == frameCount)
    for (t, values) in found.enumerated() {
      let near = frames[max(0, t - reach)..<min(frameCount, t + reach + 1)]
      let mean = near.reduce(0) { $0 + $1.reduce(0, +) } / Float(3 * near.count)
      // Results are rounded to 1/1024.
      for (value, level) in zip(values, frames[t]) {
        #expect(abs(value - log(1 + level / mean)) <= 0.5 / 1024 + 1e-5)
      }
    }
  }

  @Test func bandsCoverTheSpectrumAndKeepTheLevel() {
    let filter = LogBandFilter(sampleRate: 22_050, fftLength: 1024)
    #expect(filter.centers.first.map { $0 < 50 } ?? false)
    #expect(filter.centers.last.map { $0 > 9_500 } ?? false)
    #expect(zip(filter.centers, filter.centers.dropFirst()).allSatisfy { $0 < $1 })
    let flat = [Float](repeating: 0.25, count: 513)
    var levels = [Float](repeating: 0, count: filter.bandCount)
    flat.withUnsafeBufferPointer { input in
      levels.withUnsafeMutableBufferPointer { filter.apply(input, into: $0) }
    }
    #expect(levels.allSatisfy { abs($0 - 0.25) < 1e-6 })
  }

  @Test func movingMeansAreMeans() {
    var random = SeededGenerator(seed: 4)
    let curve = (0..<50).map { _ in Float.random(in: 0...1, using: &random) }
    for reach in [0, 1, 7, 49, 80] {
      for (center, mean) in movingMean(of: curve, reach: reach).enumerated() {
        let window = curve[max(0, center - reach)..<min(50, center + reach + 1)]
        #expect(abs(mean - window.reduce(0, +) / Float(window.count)) < 1e-5)
      }
    }
    #expect(movingMean(of: [], reach: 3).isEmpty)
  }

  @Test func theOnsetStrengthPeaksAtOnsetsAndNowhereElse() {
    let pattern = DrumPattern(beatsPerMinute: 120, kick: [0, 1, 2, 3])
    let builder = OnsetCurveBuilder()
    pattern.render(sampleRate: MonoSignal.sampleRate).withUnsafeBufferPointer {
      builder.process($0)
    }
    let curves = builder.finish()
    let values = OnsetStrength(curves).values
    #expect(values.count == curves.frameCount)
    #expect(values.allSatisfy { $0 >= 0 && $0 < 1 })
    for (frame, value) in values.enumerated() where value > 0.5 {
      let time = OnsetCurves.time(ofFrame: Double(frame))
      #expect(pattern.beats.contains { abs($0 - time) < 0.03 })
    }
    for beat in pattern.beats {
      let frame = Int((beat * OnsetCurves.frameRate).rounded()) + OnsetCurves.leadIn
      #expect(values[frame - 2...frame + 2].contains { $0 > 0.5 })
    }
  }

  @Test func onsetsAreCounted() {
    let pattern = DrumPattern(
      beatsPerMinute: 120, kick: [0, 2], hat: [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5])
    let result = rhythm(of: pattern.render(sampleRate: MonoSignal.sampleRate))
    #expect(abs(result.details.onsetsPerMinute - 240) < 12)
    #expect(rhythm(of: []).details.onsetsPerMinute == 0)
  }
}

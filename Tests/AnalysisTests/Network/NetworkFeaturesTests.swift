import Glibc
import TestSupport
import Testing

@testable import Analysis

@Suite struct NetworkFeaturesTests {
  @Test func logarithmIsAsExactAsPromised() {
    var random = SeededGenerator(seed: 1)
    // All magnitudes from nothing to the highest sensible level, and the seams of the method.
    var inputs = (0..<80_000).map { _ in exp2(Float.random(in: -60...27, using: &random)) }
    for seam in [Float(bitPattern: 0x3FB5_04F3) - 1, 1, 3, 0.5, 1e-30, Float.leastNormalMagnitude] {
      inputs += [seam.nextDown, seam, seam.nextUp]
    }
    for start in stride(from: 0, to: inputs.count - 8, by: 8) {
      let x = SIMD8(inputs[start..<(start + 8)])
      let found = VectorMath.log1p(x)
      for lane in 0..<8 {
        let exact = log1p(Double(x[lane]))
        #expect(abs(Double(found[lane]) - exact) <= 5e-7 * exact)
      }
    }
    #expect(VectorMath.log1p(SIMD8(repeating: 0)) == SIMD8(repeating: 0))
    for odd in [Float.infinity, .nan, .greatestFiniteMagnitude] {
      #expect(VectorMath.log1p(SIMD8(repeating: odd))[0].isFinite)
    }
  }

  @Test(arguments: [8, 9, 15, 16, 74])
  func rowsOfAnyLengthAreWorkedOut(count: Int) {
    let levels = (0..<count).map { Float($0) / 40 }
    var found = [Float](repeating: -1, count: count)
    levels.withUnsafeBufferPointer { levels in
      found.withUnsafeMutableBufferPointer {
        VectorMath.logOfOnePlus(1000, times: levels, into: $0)
      }
    }
    for (value, level) in zip(found, levels) {
      #expect(abs(value - log1p(1000 * level)) < 1e-5)
    }
  }

  @Test func everySecondFrameCounts() {
    var features = NetworkFeatures(bandCount: 8)
    var found: [[Float]] = []
    for frame in 0..<5 {
      let levels = [Float](repeating: Float(frame), count: 8)
      levels.withUnsafeBufferPointer { features.process($0) { found.append(Array($0)) } }
    }
    #expect(found.count == 3)
    for (row, level) in zip(found, [Float(0), 2, 4]) {
      #expect(row.allSatisfy { abs($0 - log1p(1000 * level)) < 1e-5 })
    }
  }

  @Test func theyAreThoseThatTheNetworkWasTrainedOn() {
    let signal = NetworkFixture.numbers("signal.f32")
    let expected = NetworkFixture.numbers("features.f32")
    var bands = BandAnalyzer()
    var features = NetworkFeatures()
    var found: [Float] = []
    let leadIn = [Float](repeating: 0, count: OnsetCurves.leadIn * OnsetCurves.hopLength)
    (leadIn + signal).withUnsafeBufferPointer { samples in
      bands.process(samples) { levels, _ in
        features.process(levels) { found.append(contentsOf: $0) }
      }
    }
    #expect(found.count >= expected.count && expected.count > 20 * BandAnalyzer.bandCount)
    for (ours, theirs) in zip(found, expected) { #expect(abs(ours - theirs) < 1e-3) }
  }
}

import TestSupport
import Testing

@testable import Analysis

@Suite struct SpectralSketchTests {
  @Test func meansOverWholeStrokesAreThoseOfTheFrames() {
    var random = SeededGenerator(seed: 9)
    let frames = (0..<83).map { _ in (0..<5).map { _ in Float.random(in: 0...4, using: &random) } }
    var sketch = SpectralSketch(bandCenters: [100, 200, 300, 400, 500])
    for frame in frames { frame.withUnsafeBufferPointer { sketch.append($0) } }
    sketch.finish()
    #expect(sketch.centers == [150, 350, 500])
    for (start, end) in [(0, 8), (16, 40), (0, 80)] {
      let means = sketch.mean(from: Double(start), to: Double(end))
      for (group, bands) in [[0, 1], [2, 3]].enumerated() {
        let values = frames[start..<end].flatMap { frame in bands.map { frame[$0] } }
        // A byte resolves 1/32, and the strokes' errors average out at worst not at all.
        #expect(abs(means[group] - values.reduce(0, +) / Float(values.count)) <= 0.5 / 32 + 1e-4)
      }
    }
  }

  @Test func stretchesBeyondTheEndsAreTakenFromTheNearestStroke() {
    var sketch = SpectralSketch(bandCenters: [100, 200])
    for _ in 0..<10 { [Float(1), 1].withUnsafeBufferPointer { sketch.append($0) } }
    sketch.finish()
    for (start, end) in [(-5.0, 0.0), (3, 3), (9, 500), (400, 500)] {
      #expect(sketch.mean(from: start, to: end) == [1])
    }
    #expect(SpectralSketch(bandCenters: [100, 200]).mean(from: 0, to: 9) == [0])
  }
}

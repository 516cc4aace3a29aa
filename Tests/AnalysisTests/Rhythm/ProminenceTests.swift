import TestSupport
import Testing

@testable import Analysis

struct ProminenceTests {
  private static func curve(_ count: Int) -> [Float] {
    var generator = SeededGenerator(seed: 5)
    return (0..<count).map { _ in .random(in: 0...8, using: &generator) }
  }

  @Test(arguments: [0, 1, 30, 50, 51, 102, 1000])
  func `a curve that comes value by value is summed up like one that is all there`(count: Int) {
    let curve = Self.curve(count)
    let means = movingMean(of: curve, reach: Int((0.5 * OnsetCurves.frameRate).rounded()))
    let power = zip(curve, means).reduce(0.0) { sum, pair in
      let above = Double(max(0, pair.0 - pair.1))
      return sum + above * above
    }
    let prominence = Prominence(curve)
    #expect(prominence.sum == curve.reduce(0.0) { $0 + Double($1) })
    #expect(prominence.power == power)
  }

  @Test func `rises come back exactly below 64`() {
    let values: [Float] = [0, 1 / 1024, 3.5, 63.9990234375, 200, .infinity]
    let curve = RiseCurve(values)
    #expect(curve.count == values.count)
    for (index, value) in values.enumerated() {
      #expect(curve.greatest(in: index..<index + 1) == min(value, 65_535 / 1024))
    }
    #expect(curve.greatest(in: 0..<3) == 3.5 && curve.greatest(in: 2..<2) == 0)
  }
}

import Glibc
import Testing

@testable import Catalog

@Suite struct TempoShiftTests {
  private static let meetings: [(Double, Double, TempoShift.Fold, Double)] = [
    (126, 124, .equal, 1.0161290322580645), (124, 126, .equal, 0.9841269841269841),
    (87, 174, .double, 1), (174, 87, .half, 1), (87, 172, .double, 1.0116279069767442),
    (70, 141, .double, 0.9929078014184397), (128, 128, .equal, 1),
  ]

  @Test(arguments: meetings)
  func `tempi meet in the nearest octave`(
    first: Double, second: Double, fold: TempoShift.Fold, ratio: Double
  ) throws {
    let shift = try #require(TempoShift(from: first, to: second))
    #expect(shift.fold == fold)
    #expect(abs(shift.playbackRatio - ratio) < 1e-12)
  }

  @Test func `six per cent is about a semitone`() throws {
    let shift = try #require(TempoShift(from: 126 * exp2(1.0 / 12), to: 126))
    #expect(abs(shift.pitchShift - 1) < 1e-9)
    #expect(abs(shift.percent - 5.946) < 0.001)
  }

  @Test func `faster and slower by the same ratio are equally far`() throws {
    let up = try #require(TempoShift(from: 106, to: 100))
    let down = try #require(TempoShift(from: 100, to: 106))
    #expect(abs(up.distance(tolerancePercent: 6) - 1) < 1e-9)
    #expect(abs(down.distance(tolerancePercent: 6) - 1) < 1e-9)
    #expect(try #require(TempoShift(from: 90, to: 180)).distance(tolerancePercent: 0) == 0)
    #expect(up.distance(tolerancePercent: 0) == .infinity)
  }

  @Test(arguments: [(0.0, 120.0), (120, 0), (-1, 120), (.nan, 120), (120, .infinity)])
  func `what is no tempo meets nothing`(first: Double, second: Double) {
    #expect(TempoShift(from: first, to: second) == nil)
  }
}

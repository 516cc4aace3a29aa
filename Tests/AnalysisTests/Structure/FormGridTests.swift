import Testing

@testable import Analysis

@Suite struct FormGridTests {
  @Test func barsAreSteps() {
    let grid = FormGrid(bars: [0, 2, 4, 6, 8], sound: 0.5...10)
    #expect(grid.isMetrical)
    #expect(grid.edges == [0.5, 2, 4, 6, 8, 10])
  }

  @Test func anUpbeatBelongsToTheFirstBarAndAnEchoToTheLast() {
    let grid = FormGrid(bars: [1, 3, 5, 7, 9], sound: 0.2...11.8)
    #expect(grid.edges == [0.2, 3, 5, 7, 9, 11.8])
  }

  @Test func theGridGoesOnWhereBarsAreMissing() {
    let grid = FormGrid(bars: [6, 8, 10, 12, 16, 18], sound: 1.5...23.9)
    #expect(grid.edges == [1.5, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 23.9])
  }

  @Test func withoutBarsStepsAreHalfSeconds() {
    let grid = FormGrid(bars: [1], sound: 0...3.7)
    #expect(!grid.isMetrical)
    #expect(grid.edges == [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.7])
    #expect(FormGrid(bars: [], sound: 0...0.1).edges == [0, 0.1])
  }

  @Test func silenceHasNoSteps() {
    #expect(FormGrid(bars: [0, 2, 4, 6, 8], sound: nil).stepCount == 0)
  }

  @Test(arguments: [true, false])
  func tenHoursAreJoinedIntoFewSteps(withBars: Bool) {
    let bars = withBars ? (0..<24_000).map { Double($0) * 1.5 } : []
    let grid = FormGrid(bars: bars, sound: 0...36_000)
    #expect((2000...FormGrid.greatestStepCount).contains(grid.stepCount))
    #expect(grid.edges.first == 0 && grid.edges.last == 36_000)
    #expect(zip(grid.edges, grid.edges.dropFirst()).allSatisfy { $0 < $1 })
  }
}

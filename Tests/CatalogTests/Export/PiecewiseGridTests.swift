import Testing

@testable import Catalog

@Suite("Piecewise grids")
struct PiecewiseGridTests {
  private func beats(_ tempo: Double, count: Int, from start: Double = 0.5) -> [Double] {
    (0..<count).map { start + Double($0) * 60 / tempo }
  }

  private func bars(_ beats: [Double], from first: Int = 0, length: Int = 4) -> [Double] {
    stride(from: first, to: beats.count, by: length).map { beats[$0] }
  }

  @Test("a machine is one stretch", arguments: [60.0, 87.35, 120, 174.02, 200])
  func machine(tempo: Double) throws {
    let beats = beats(tempo, count: 600)
    let grid = PiecewiseGrid(beats: beats, bars: bars(beats), beatsPerBar: 4)
    #expect(grid.stretches.count == 1)
    let stretch = try #require(grid.stretches.first)
    #expect(stretch.beatsPerMinute == tempo && stretch.start == 0.5)
    #expect(stretch.beatInBar == 1 && stretch.beatCount == 600)
  }

  @Test("a tempo between two hundredths does not drift away")
  func rounding() {
    let beats = beats(128.004_9, count: 4000)
    let grid = PiecewiseGrid(beats: beats, bars: bars(beats), beatsPerBar: 4)
    #expect(grid.stretches.count > 1)
    check(grid, against: beats)
  }

  @Test("every beat lies near its place on the grid, whatever a drummer does")
  func drummer() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      var beats: [Double] = [Double.random(in: 0...2, using: &generator)]
      var tempo = Double.random(in: 70...170, using: &generator)
      for _ in 0..<400 {
        tempo *= 1 + Double.random(in: -0.004...0.004, using: &generator)
        let jitter = Double.random(in: -0.004...0.004, using: &generator)
        beats.append(beats[beats.count - 1] + 60 / tempo + jitter)
      }
      let grid = PiecewiseGrid(beats: beats, bars: bars(beats, from: 2), beatsPerBar: 4)
      check(grid, against: beats)
      #expect(grid.stretches.map(\.beatCount).reduce(0, +) == beats.count)
      // Where there is a choice, stretches begin bars.
      let later = grid.stretches.dropFirst()
      #expect(later.count { $0.beatInBar == 1 } * 2 >= later.count)
    }
  }

  private func check(_ grid: PiecewiseGrid, against beats: [Double]) {
    var index = 0
    for stretch in grid.stretches {
      for beat in 0..<stretch.beatCount {
        #expect(abs(stretch.time(ofBeat: beat) - beats[index]) <= 0.0121)
        index += 1
      }
    }
  }

  @Test("a pick-up counts back from the first bar", arguments: [3, 4])
  func pickUp(length: Int) throws {
    let beats = beats(120, count: 32)
    let grid = PiecewiseGrid(
      beats: beats, bars: bars(beats, from: 1, length: length), beatsPerBar: length)
    #expect(grid.stretches.first?.beatInBar == length)
    let placed = grid.beats(until: 100)
    #expect(placed.dropFirst().first?.beatInBar == 1)
  }

  @Test("too little, and what is no number, makes no grid")
  func nothing() {
    #expect(PiecewiseGrid(beats: [], bars: [], beatsPerBar: nil).isEmpty)
    #expect(PiecewiseGrid(beats: [1], bars: [1], beatsPerBar: nil).isEmpty)
    let odd = PiecewiseGrid(beats: [.nan, 1, 1, 0.5, .infinity], bars: [], beatsPerBar: nil)
    #expect(odd.isEmpty)
  }

  @Test("the beats of a grid are those that it was made from")
  func unfolded() {
    let first = beats(120, count: 8)
    let grid = PiecewiseGrid(
      stretches: [
        .init(start: 0.5, beatsPerMinute: 120), .init(start: 4.5, beatsPerMinute: 60),
      ], beatsPerBar: 4)
    let placed = grid.beats(until: 8)
    #expect(placed.map(\.time) == first + [4.5, 5.5, 6.5, 7.5])
    #expect(placed.map(\.beatInBar) == [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4])
  }

  @Test("a grid that would begin before time 0 begins with its first beat behind")
  func shifted() throws {
    let grid = PiecewiseGrid(
      stretches: [.init(start: 0.2, beatsPerMinute: 120, beatInBar: 4)], beatsPerBar: 4
    ).shifted(by: -0.3)
    let stretch = try #require(grid.stretches.first)
    #expect(abs(stretch.start - 0.4) < 1e-12)
    #expect(stretch.beatInBar == 1)
  }
}

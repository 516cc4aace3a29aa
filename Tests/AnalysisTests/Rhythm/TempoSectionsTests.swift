import TestSupport
import Testing

@testable import Analysis

@Suite("TempoSections: where the tempo stays the same")
struct TempoSectionsTests {
  /// Beats of stretches, one behind the other, each with some scatter.
  private func beats(_ stretches: [(tempo: Double, count: Int)], scatter: Double = 0.008)
    -> [Double]
  {
    var random = SeededGenerator(seed: 5)
    var time = 1.0
    var times: [Double] = []
    for (tempo, count) in stretches {
      for _ in 0..<count {
        times.append(time + Double.random(in: -scatter...scatter, using: &random))
        time += 60 / tempo
      }
    }
    return times
  }

  @Test("a steady piece is one section, whatever its length", arguments: [8, 100, 5000])
  func steady(count: Int) throws {
    let sections = TempoSections(times: beats([(123, count)])).sections
    let only = try #require(sections.first)
    #expect(sections.count == 1 && only.beats == 0..<count)
    #expect(abs(only.beatsPerMinute - 123) < 1)
  }

  @Test("a change is found to the beat or two", arguments: [(120.0, 90.0), (90, 180), (128, 134)])
  func change(from: Double, to: Double) throws {
    let sections = TempoSections(times: beats([(from, 80), (to, 60)])).sections
    try #require(sections.count == 2)
    #expect(abs(sections[1].beats.lowerBound - 80) <= 3)
    #expect(abs(sections[0].beatsPerMinute / from - 1) < 0.01)
    #expect(abs(sections[1].beatsPerMinute / to - 1) < 0.01)
  }

  @Test("a gap does not change the tempo")
  func gap() {
    var times = beats([(110, 100)])
    times.removeSubrange(40..<47)
    #expect(TempoSections(times: times).sections.count == 1)
  }

  @Test("a tempo that never stays has no sections; nor have a few beats")
  func flux() {
    var random = SeededGenerator(seed: 6)
    var time = 0.0
    let rubato = (0..<300).map { _ in
      time += Double.random(in: 0.35...0.8, using: &random)
      return time
    }
    #expect(TempoSections(times: rubato).sections.isEmpty)
    #expect(TempoSections(times: [0, 0.5, 1]).sections.isEmpty)
    #expect(TempoSections(times: []).sections.isEmpty)
  }
}

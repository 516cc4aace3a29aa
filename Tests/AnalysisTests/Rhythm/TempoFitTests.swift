import TestSupport
import Testing

@testable import Analysis

@Suite struct TempoFitTests {
  @Test func evenBeatsGiveTheirTempoExactly() throws {
    let fit = TempoFit(times: (0..<50).map { 0.3 + Double($0) * 60 / 123.45 })
    let tempo = try #require(fit.beatsPerMinute)
    #expect(abs(tempo - 123.45) < 1e-9)
    #expect(fit.stability == 1)
  }

  @Test func scatterAndGapsDoNotMoveTheTempo() throws {
    var random = SeededGenerator(seed: 3)
    var times = (0..<200).map {
      Double($0) * 0.5 + Double.random(in: -0.008...0.008, using: &random)
    }
    times.removeSubrange(80..<97)
    times[20] += 0.1
    let tempo = try #require(TempoFit(times: times).beatsPerMinute)
    // Two hundred beats with 8 ms of scatter.
    #expect(abs(tempo - 120) < 0.02)
  }

  @Test func aTempoThatChangesGivesTheMiddleOne() throws {
    var times = [0.0]
    for beat in 0..<300 { times.append((times.last ?? 0) + 60 / (100 + Double(beat) / 10)) }
    let fit = TempoFit(times: times)
    let tempo = try #require(fit.beatsPerMinute)
    #expect(abs(tempo - 115) < 1)
    #expect(fit.stability < 0.6)
  }

  @Test func aJumpBySomeOtherThanWholeBeatsDoesNotMoveTheTempo() throws {
    let first = (0..<60).map { Double($0) * 0.4 }
    let second = (0..<60).map { 24.3 + Double($0) * 0.4 }
    let tempo = try #require(TempoFit(times: first + second).beatsPerMinute)
    #expect(abs(tempo - 150) < 0.1)
  }

  @Test func lessThanTwoBeatsHaveNoTempo() {
    #expect(TempoFit(times: []).beatsPerMinute == nil)
    #expect(TempoFit(times: [1]).beatsPerMinute == nil)
    #expect(TempoFit(times: [1, 1.5]).beatsPerMinute == 120)
  }
}

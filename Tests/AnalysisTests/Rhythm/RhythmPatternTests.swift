import TestSupport
import Testing

@testable import Analysis

/// Rhythms that are known to mislead beat trackers, made from drums and notes.
@Suite struct RhythmPatternTests {
  private static func found(
    _ pattern: DrumPattern, blockSize: Int = 4096
  ) -> MusicUnderstandingSession.RhythmResult {
    rhythm(of: pattern.render(sampleRate: MonoSignal.sampleRate), blockSize: blockSize)
  }

  private static func hasTempo(
    _ result: MusicUnderstandingSession.RhythmResult, _ tempo: Double
  ) -> Bool {
    guard let found = result.beatsPerMinute else { return false }
    return abs(Double(found) - tempo) <= 0.5
  }

  @Test(arguments: [90.0, 120, 174])
  func rockHasFourBeatsAndBarsOnOne(tempo: Double) {
    let pattern = DrumPattern.rock(tempo)
    let result = Self.found(pattern)
    #expect(Self.hasTempo(result, tempo))
    #expect(result.details.beatsPerBar == 4)
    #expect(errors(of: result.bars, against: pattern.bars).allSatisfy { abs($0) < 0.03 })
    #expect(errors(of: result.beats, against: pattern.beats).allSatisfy { abs($0) < 0.02 })
    #expect(abs(result.bars.count - pattern.barCount) <= 1)
  }

  @Test(arguments: [90.0, 120, 160])
  func waltzesHaveThreeBeats(tempo: Double) {
    let pattern = DrumPattern.waltz(tempo)
    let result = Self.found(pattern)
    #expect(Self.hasTempo(result, tempo))
    #expect(result.details.beatsPerBar == 3)
    #expect(errors(of: result.bars, against: pattern.bars).allSatisfy { abs($0) < 0.03 })
  }

  @Test(arguments: [
    DrumPattern.five(100), .five(124), .five(150), .seven(100), .seven(124), .seven(150),
  ])
  func barsOfFiveAndSevenBeats(pattern: DrumPattern) {
    let result = Self.found(pattern)
    #expect(Self.hasTempo(result, pattern.beatsPerMinute))
    #expect(result.details.beatsPerBar == pattern.beatsPerBar)
    #expect(errors(of: result.bars, against: pattern.bars).allSatisfy { abs($0) < 0.03 })
    #expect(abs(result.bars.count - pattern.barCount) <= 1)
  }

  @Test func twentySevenPatternsFrom62To174KeepTheirTempo() {
    // Rock and ballads invite doubling when slow, breakbeats halving when fast.
    let patterns =
      [62.0, 66, 70, 75, 80, 88, 96, 110].map { DrumPattern.ballad($0) }
      + [68.0, 84, 100, 116, 132, 148, 164].map { DrumPattern.rock($0) }
      + [110.0, 120, 124, 128, 132, 140].map { DrumPattern.house($0) }
      + [86.0, 100, 136, 160, 170, 174].map { DrumPattern.breakbeat($0) }
    #expect(patterns.count == 27)
    let right = patterns.filter { Self.hasTempo(Self.found($0), $0.beatsPerMinute) }
    #expect(right.count >= 26)
  }

  @Test func aStabEveryThreeSixteenthsIsNoBeat() {
    let pattern = DrumPattern(
      beatsPerMinute: 126, kick: [0, 1, 2, 3], stab: [0, 0.75, 1.5, 2.25, 3, 3.75])
    let result = Self.found(pattern)
    #expect(Self.hasTempo(result, 126))
    #expect(
      result.details.alternatives.contains { abs($0.beatsPerMinute - 84) < 0.5 && $0.score < 0.5 })
  }

  @Test(arguments: [(140.0, DrumPattern.trance(140)), (165, .trance(165)), (80, .ska(80))])
  func offBeatsAreNoBeats(tempo: Double, pattern: DrumPattern) {
    let result = Self.found(pattern)
    #expect(Self.hasTempo(result, tempo))
    #expect(errors(of: result.beats, against: pattern.beats).allSatisfy { abs($0) < 0.03 })
  }

  @Test func theHatsMayPause() {
    var quiet = DrumPattern.rock(124)
    quiet.hat = []
    let full = DrumPattern.rock(124)
    let rate = MonoSignal.sampleRate
    let result = rhythm(
      of: full.render(sampleRate: rate) + quiet.render(sampleRate: rate)
        + full.render(sampleRate: rate))
    #expect(Self.hasTempo(result, 124))
    #expect(result.details.tempoStability > 0.98)
    #expect(result.beats.count == 96)
  }

  @Test func aTempoThatJumpsIsFollowed() {
    let rate = MonoSignal.sampleRate
    let patterns = [DrumPattern.house(174), .house(140), .house(174)]
    var samples: [Float] = []
    var beats: [Double] = []
    for pattern in patterns {
      let start = Double(samples.count) / Double(rate)
      beats.append(contentsOf: pattern.beats.map { start + $0 })
      samples.append(contentsOf: pattern.render(sampleRate: rate))
      samples.append(contentsOf: Signals.silence(seconds: 0.2, sampleRate: rate))
    }
    let result = rhythm(of: samples)
    let near = errors(of: result.beats, against: beats).count { abs($0) < 0.02 }
    #expect(Double(near) >= 0.9 * Double(beats.count))
  }

  @Test func alternativesHoldTheOtherLevels() {
    let result = Self.found(.rock(120))
    let ratios = result.details.alternatives.map { Double($0.beatsPerMinute) / 120 }
    for ratio in [0.5, 2, 2.0 / 3, 1.5] {
      #expect(ratios.contains { abs($0 - ratio) < 0.01 })
    }
    let scores = result.details.alternatives.map(\.score)
    #expect(scores == scores.sorted(by: >) && scores.allSatisfy { (0...1).contains($0) })
  }

  @Test func theSizeOfBlocksAndTheRunDoNotMatter() {
    let samples = DrumPattern.breakbeat(128).render(sampleRate: MonoSignal.sampleRate)
    let whole = rhythm(of: samples, blockSize: samples.count)
    #expect(whole.beats.count >= 32)
    for size in [1, 219, 4096] { #expect(rhythm(of: samples, blockSize: size) == whole) }
    #expect(rhythm(of: samples, blockSize: samples.count) == whole)
  }
}

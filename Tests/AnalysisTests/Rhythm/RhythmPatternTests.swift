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

  @Test func theSizeOfBlocksAndTheRunDoNotMatter() {
    let samples = DrumPattern.breakbeat(128).render(sampleRate: MonoSignal.sampleRate)
    let whole = rhythm(of: samples, blockSize: samples.count)
    #expect(whole.beats.count >= 32)
    for size in [1, 219, 4096] { #expect(rhythm(of: samples, blockSize: size) == whole) }
    #expect(rhythm(of: samples, blockSize: samples.count) == whole)
  }
}

import TestSupport
import Testing

@testable import Analysis

/// Songs on which other programs are known to fail: between the levels, across silence, over
/// changes of tempo, about where the bar begins.
@Suite struct RhythmComplaintTests {
  private static let rate = MonoSignal.sampleRate

  /// How many of the tempi are found, and how many wrong ones are 2 : 3 or 3 : 2 of the truth.
  private static func ratios(_ patterns: [DrumPattern]) -> (right: Int, thirds: Int) {
    var (right, thirds) = (0, 0)
    for pattern in patterns {
      let result = rhythm(of: pattern.render(sampleRate: rate))
      let ratio = Double(result.beatsPerMinute ?? 0) / pattern.beatsPerMinute
      if abs(ratio - 1) < 0.01 { right += 1 }
      if abs(ratio - 2.0 / 3) < 0.02 || abs(ratio - 1.5) < 0.02 { thirds += 1 }
    }
    return (right, thirds)
  }

  @Test func noTempoIsTakenForTwoThirdsOfIt() {
    let tempi = [60.0, 75, 93.25, 107, 126, 140, 160, 170, 190]
    let patterns = tempi.flatMap {
      [DrumPattern.rock($0), .house($0), .trance($0), .breakbeat($0)]
    }
    let found = Self.ratios(patterns)
    #expect(found.thirds == 0)
    // What is not right is an octave off, as slow house and fast rock may well be felt.
    #expect(found.right >= 24)
  }

  @Test func halfTimeAndDoubleTimeSectionsShareOneLevel() throws {
    // At 140 beats a minute the snare is on three first, then on two and four.
    let half = DrumPattern(
      beatsPerMinute: 140, barCount: 8, kick: [0], snare: [2],
      hat: (0..<8).map { Double($0) / 2 }, bass: [0, 2], hasPad: true)
    let samples =
      half.render(sampleRate: Self.rate) + DrumPattern.rock(140).render(sampleRate: Self.rate)
    let result = rhythm(of: samples)
    let tempo = Double(try #require(result.beatsPerMinute))
    #expect(abs(tempo - 140) < 0.5 || abs(tempo - 70) < 0.5)
    let beats = result.beats.map(\.seconds)
    let intervals = zip(beats, beats.dropFirst()).map { $1 - $0 }
    let regular = intervals.count { abs($0 * tempo / 60 - 1) < 0.08 }
    #expect(Double(regular) >= 0.95 * Double(intervals.count))
  }

  @Test func theBarBeginsWithTheChordNotWithTheSnare() {
    let pattern = DrumPattern(
      beatsPerMinute: 112, barCount: 12, kick: [0, 2], snare: [1, 3], bass: [0, 2], hasPad: true)
    let result = rhythm(of: pattern.render(sampleRate: Self.rate))
    #expect(result.details.beatsPerBar == 4)
    #expect(errors(of: result.bars, against: pattern.bars).allSatisfy { abs($0) < 0.03 })
  }

  @Test func silenceIsCrossedAndAnAccelerandoFollowed() throws {
    // 16 beats at 96 a minute, a second of silence, then faster and faster up to 132.
    var beats = (0..<16).map { Double($0) * 60 / 96 }
    let resumed = 16 * 60.0 / 96 + 1
    var time = resumed
    for beat in 0..<64 {
      beats.append(time)
      time += 60 / (96 + 36 * Double(beat) / 63)
    }
    var samples = Signals.silence(seconds: time + 0.5, sampleRate: Self.rate)
    let click = Signals.clickTrack(beatsPerMinute: 60, seconds: 0.2, sampleRate: Self.rate)
    for beat in beats {
      let start = Int(beat * Double(Self.rate))
      for (offset, value) in click.enumerated() { samples[start + offset] += value }
    }
    let result = rhythm(of: samples)
    let found = errors(of: result.beats, against: beats).map { abs($0) }
    #expect(found.count { $0 < 0.07 } >= 76)
    let near = found.filter { $0 < 0.2 }
    #expect(near.reduce(0, +) / Double(near.count) < 0.03)
    let gap = result.beats.filter { (resumed - 1 + 0.1...resumed - 0.1).contains($0.seconds) }
    #expect(gap.count <= 1)
  }
}

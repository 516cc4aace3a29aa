import Glibc
import TestSupport
import Testing

@testable import Analysis

@Suite struct KeyAnalyzerTests {
  typealias KeySignature = MusicUnderstandingSession.KeySignature

  private func noise(seconds: Int, gain: Float, seed: UInt64 = 1) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<seconds * MonoSignal.sampleRate).map { _ in gain * generator.nextSample() }
  }

  // MARK: - Answers known by construction

  @Test func `of 288 progressions in all keys and three tunings 98 in 100 give their key`() throws {
    var wrong: [String] = []
    for index in 0..<24 {
      let truth = KeySignature(index: index)
      let progressions =
        truth.mode == .major
        ? ChordProgression.majorProgressions : ChordProgression.minorProgressions
      for (number, chords) in progressions.enumerated() {
        for cents in [-35.0, 0, 35] {
          let music = ChordProgression(tonic: index % 12, cents: cents, chords: chords)
          let result = key(of: music.render(seconds: 16))
          if result.ranges.map(\.value) != [truth] || result.details.global != truth {
            wrong.append("\(truth.tonic) \(truth.mode) \(number) \(cents)")
          }
          // A third of a semitone is the resolution before tuning; this is far finer.
          let tuning = try #require(result.details.tuningCents)
          #expect(abs(Double(tuning) - cents) < 4)
        }
      }
    }
    #expect(wrong.count <= 5, "\(wrong)")
  }

  @Test func `drums over the music change nothing but the doubt`() {
    for index in stride(from: 0, to: 24, by: 5) {
      let chords =
        index < 12 ? ChordProgression.majorProgressions[0] : ChordProgression.minorProgressions[0]
      let music = ChordProgression(tonic: index % 12, chords: chords)
      var samples = music.render(seconds: 20)
      ChordProgression.addDrums(to: &samples, gain: 0.3)
      #expect(key(of: samples).details.global == KeySignature(index: index))
    }
  }

  @Test func `a song that rises by a semitone has two ranges with the boundary between`() throws {
    let chords = ChordProgression.majorProgressions[1]
    let samples =
      ChordProgression(tonic: 0, chords: chords).render(seconds: 60)
      + ChordProgression(tonic: 1, chords: chords).render(seconds: 30)
    let ranges = key(of: samples).ranges
    #expect(
      ranges.map(\.value) == [.init(tonic: .c, mode: .major), .init(tonic: .dFlat, mode: .major)])
    let boundary = try #require(ranges.last).range.start.seconds
    #expect(abs(boundary - 60) < 2)
    #expect(ranges[0].range.end == ranges[1].range.start)
  }

  @Test func `a song that goes a fifth up with a cadence and stays there has two ranges`() throws {
    // I–IV–V–I, then the same in the dominant.
    let chords: [ChordProgression.Chord] = [
      .init(0, 4, 7, 12), .init(5, 9, 12, 17), .init(7, 11, 14, 17), .init(0, 4, 7, 12),
    ]
    for tonic in [0, 5, 10] {
      let samples =
        ChordProgression(tonic: tonic, chords: chords).render(seconds: 40)
        + ChordProgression(tonic: (tonic + 7) % 12, chords: chords).render(seconds: 40)
      let ranges = key(of: samples).ranges
      #expect(ranges.map(\.value.index) == [tonic, (tonic + 7) % 12])
      let boundary = try #require(ranges.last).range.start.seconds
      #expect(abs(boundary - 40) < 8, "\(boundary)")
    }
  }

  @Test func `each range has the scores of all keys, its own the best`() throws {
    let samples =
      ChordProgression(tonic: 2, chords: ChordProgression.majorProgressions[0]).render(seconds: 40)
      + ChordProgression(tonic: 8, chords: ChordProgression.minorProgressions[0])
      .render(seconds: 40)
    let result = key(of: samples)
    #expect(result.ranges.map(\.value.index) == [2, 20])
    #expect(result.details.rangeScores.count == 2)
    for (range, scores) in zip(result.ranges, result.details.rangeScores) {
      #expect(abs(scores.values.reduce(0, +) - 1) < 1e-5)
      #expect(scores.ranked.first?.key == range.value)
      #expect(scores[range.value] > 0.5)
    }
  }

  @Test func `a cadence that avoids its tonic has the truth among the first two`() {
    for tonic in 0..<12 {
      let music = ChordProgression(
        tonic: tonic,
        chords: [.init(2, 5, 9, 12), .init(7, 11, 14, 17), .init(0, 4, 7, 11, bass: 4)])
      let candidates = key(of: music.render(seconds: 24)).details.candidates.map(\.key)
      #expect(candidates.prefix(2).contains(KeySignature(index: tonic)))
    }
  }

  @Test func `the candidates are four, best first, the key among them`() throws {
    let music = ChordProgression(tonic: 4, chords: ChordProgression.minorProgressions[0])
    let details = key(of: music.render(seconds: 16)).details
    #expect(details.candidates.count == 4)
    #expect(details.candidates.first?.key == details.global)
    #expect(
      zip(details.candidates, details.candidates.dropFirst()).allSatisfy { $0.score >= $1.score })
    #expect((0...1).contains(details.confidence))
    #expect(details.chroma.count == 12 && details.chroma.max() == 1)
    #expect(details.chroma.allSatisfy { (0...1).contains($0) })
    #expect(details.reason == nil)
  }

  @Test func `the range reaches from the first music to the last`() throws {
    let rate = MonoSignal.sampleRate
    let music = ChordProgression(tonic: 2, chords: ChordProgression.majorProgressions[0])
    let silence = [Float](repeating: 0, count: 5 * rate)
    let ranges = key(of: silence + music.render(seconds: 20) + silence).ranges
    let range = try #require(ranges.first).range
    #expect(ranges.count == 1)
    // Half the window of 0.74 s on either side.
    #expect(abs(range.start.seconds - 5) < 0.6)
    #expect(abs(range.end.seconds - 25) < 0.6)
  }

  // MARK: - No key

  @Test func `silence, dither and a click are silent`() {
    let rate = MonoSignal.sampleRate
    var click = [Float](repeating: 0, count: 10 * rate)
    click[5 * rate] = 1 / 32_768
    for samples in [
      [Float](repeating: 0, count: 10 * rate), noise(seconds: 10, gain: 0.00003), click,
    ] {
      let result = key(of: samples)
      #expect(result.ranges.isEmpty)
      #expect(result.details == .init(reason: .silence))
    }
  }

  @Test func `less than two seconds is too short`() {
    let music = ChordProgression(tonic: 0, chords: ChordProgression.majorProgressions[0])
    let result = key(of: music.render(seconds: 1.9))
    #expect(result.ranges.isEmpty)
    #expect(result.details.reason == .tooShort)
    #expect(key(of: []).details.reason == .tooShort)
  }

  @Test func `a constant offset has no key`() {
    let result = key(of: [Float](repeating: 0.5, count: 10 * MonoSignal.sampleRate))
    #expect(result.ranges.isEmpty)
    #expect(result.details.reason != nil)
  }

  @Test(arguments: 1...4) func `noise is atonal`(seed: UInt64) {
    let white = noise(seconds: 20, gain: 0.2, seed: seed)
    var brown = white
    for index in brown.indices.dropFirst() {
      brown[index] = 0.99 * brown[index - 1] + 0.05 * brown[index]
    }
    for samples in [white, brown] {
      #expect(key(of: samples).details.reason == .atonal)
    }
  }

  @Test(arguments: 1...4) func `drums alone are atonal`(seed: UInt64) {
    var samples = [Float](repeating: 0, count: 20 * MonoSignal.sampleRate)
    ChordProgression.addDrums(to: &samples, gain: 0.5, seed: seed)
    let result = key(of: samples)
    #expect(result.ranges.isEmpty)
    #expect(result.details.reason == .atonal)
  }

  @Test(arguments: 1...3) func `bursts of noise like syllables are atonal`(seed: UInt64) {
    let rate = MonoSignal.sampleRate
    var samples = noise(seconds: 20, gain: 0.3, seed: seed)
    var formant: Float = 0
    for index in samples.indices {
      // Four syllables a second, each a little different in tone, with a pause after each.
      let syllable = index * 4 / rate
      let phase = Double(index * 4 % rate) / Double(rate)
      formant += (0.1 + 0.1 * Float(syllable % 5)) * (samples[index] - formant)
      samples[index] = phase < 0.7 ? formant * Float(sin(.pi * phase / 0.7)) : 0
    }
    let result = key(of: samples)
    #expect(result.ranges.isEmpty)
    #expect(result.details.reason == .atonal)
  }

  @Test func `a full-scale click now and then is atonal`() {
    var samples = [Float](repeating: 0, count: 20 * MonoSignal.sampleRate)
    for index in stride(from: 0, to: samples.count, by: MonoSignal.sampleRate / 2) {
      samples[index] = 1
    }
    #expect(key(of: samples).details.reason == .atonal)
  }

  // MARK: - What must not matter

  @Test func `the size of the blocks does not matter`() {
    let music = ChordProgression(tonic: 7, chords: ChordProgression.minorProgressions[1])
    let samples = music.render(seconds: 12)
    let whole = key(of: samples, blockLength: samples.count)
    for length in [1, 7, 4096, 8192] {
      #expect(key(of: samples, blockLength: length) == whole)
    }
  }

  @Test func `gain does not matter above the gate`() {
    let music = ChordProgression(tonic: 9, chords: ChordProgression.minorProgressions[2])
    let samples = music.render(seconds: 16)
    let loud = key(of: samples)
    // A power of two is exact in floating point; the gate is 30 dB below.
    for gain: Float in [0.25, 4] {
      let other = key(of: samples.map { $0 * gain })
      #expect(other.ranges == loud.ranges)
      #expect(other.details.candidates.map(\.key) == loud.details.candidates.map(\.key))
    }
  }

  @Test func `transposing the music transposes the key`() throws {
    let chords = ChordProgression.minorProgressions[3]
    let home = key(of: ChordProgression(tonic: 0, chords: chords).render(seconds: 16))
    for steps in 1..<12 {
      let moved = key(
        of: ChordProgression(tonic: steps, chords: chords).render(seconds: 16))
      let shift = { (key: KeySignature) in (key.tonic.pitchClass + steps) % 12 }
      #expect(moved.details.global?.tonic.pitchClass == home.details.global.map(shift))
      #expect(moved.details.global?.mode == home.details.global?.mode)
    }
  }
}

/// What the key analyser makes of samples at 22,050 Hz, fed in blocks.
private func key(
  of samples: [Float], blockLength: Int = 4096
) -> MusicUnderstandingSession.KeyResult {
  var analyzer = KeyAnalyzer()
  samples.withUnsafeBufferPointer { all in
    for start in stride(from: 0, to: all.count, by: blockLength) {
      analyzer.process(.init(rebasing: all[start..<min(start + blockLength, all.count)]))
    }
  }
  return analyzer.finish()
}

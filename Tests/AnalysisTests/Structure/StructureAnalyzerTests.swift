import TestSupport
import Testing

@testable import Analysis

@Suite struct StructureAnalyzerTests {
  typealias StructureResult = MusicUnderstandingSession.StructureResult

  private static let rate = ChordProgression.sampleRate

  /// Eight bars of two seconds of each kind of music, one after the other.
  private func song(_ plan: String) -> [Float] {
    let major = ChordProgression.majorProgressions
    let minor = ChordProgression.minorProgressions
    return plan.flatMap { letter -> [Float] in
      switch letter {
      case "A": ChordProgression(tonic: 0, chords: major[1]).render(seconds: 16)
      case "B":
        {
          var samples = ChordProgression(tonic: 5, chords: minor[1]).render(seconds: 16)
          ChordProgression.addDrums(to: &samples, gain: 0.2)
          return samples
        }()
      default: ChordProgression(tonic: 8, gain: 0.03, chords: minor[0]).render(seconds: 16)
      }
    }
  }

  private func bars(_ count: Int) -> [Double] { (0..<count).map { 2 * Double($0) } }

  private func expectInvariants(_ result: StructureResult, seconds: Double) throws {
    let lists = [result.sections, result.segments, result.phrases]
    let sections = try #require(result.sections.first)
    for parts in lists {
      #expect(parts.first?.start == sections.start)
      #expect(parts.last?.end == result.sections.last?.end)
      #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.end == $1.start })
      #expect(parts.allSatisfy { $0.duration > .zero })
    }
    let starts = lists.map { Set($0.map(\.start)) }
    #expect(starts[0].isSubset(of: starts[1]) && starts[1].isSubset(of: starts[2]))
    #expect(result.sections.allSatisfy { $0.duration.seconds >= 4 } || seconds < 8)
    #expect(result.details.sections.count == result.sections.count)
    #expect(sections.start >= .zero && (result.sections.last?.end.seconds ?? 0) <= seconds)
  }

  @Test(arguments: ["ABABCB", "AABAAB", "ABCBA"])
  func aSongOfKnownFormIsExactToTheBar(plan: String) throws {
    let samples = song(plan)
    let result = form(of: samples, bars: bars(plan.count * 8)).structure
    try expectInvariants(result, seconds: Double(samples.count) / Double(Self.rate))
    #expect(result.details.followsBars && result.details.reason == nil)
    let starts = result.sections.map(\.start.seconds)
    // Between sections of the same music nothing need be found.
    let letters = Array(plan)
    for (index, letter) in letters.enumerated().dropFirst() where letter != letters[index - 1] {
      #expect(starts.contains(Double(index) * 16), "\(plan): \(starts)")
    }
    #expect(starts.allSatisfy { $0.truncatingRemainder(dividingBy: 8) == 0 }, "\(starts)")
    // What is the same music has one letter, what is not has another.
    var groups: [Character: Set<String>] = [:]
    for (start, section) in zip(starts, result.details.sections) {
      groups[letters[Int(start / 16)], default: []].insert(section.group)
    }
    #expect(groups.values.allSatisfy { $0.count == 1 }, "\(groups)")
    #expect(Set(groups.values.map { $0 }).count == groups.count, "\(groups)")
  }

  @Test func withoutBarsTheFormIsFoundToASecondOrTwo() throws {
    let result = form(of: song("ABA"), bars: []).structure
    try expectInvariants(result, seconds: 48)
    #expect(!result.details.followsBars)
    for joint in [16.0, 32.0] {
      let nearest = result.sections.map { abs($0.start.seconds - joint) }.min() ?? .infinity
      #expect(nearest <= 2)
    }
  }

  @Test func partsBeginWithBarsThatRhythmFinds() throws {
    let samples =
      DrumPattern.rock(120, barCount: 8).render(sampleRate: Self.rate)
      + DrumPattern.house(120, barCount: 8).render(sampleRate: Self.rate)
      + DrumPattern.rock(120, barCount: 8).render(sampleRate: Self.rate)
    let rhythmic = rhythm(of: samples)
    let result = form(of: samples).structure
    try expectInvariants(result, seconds: 48)
    #expect(result.details.followsBars)
    let bars = Set(rhythmic.bars)
    #expect(result.phrases.dropFirst().allSatisfy { bars.contains($0.start) })
  }

  @Test func gainMakesNoDifference() {
    let samples = song("ABA")
    let softer = samples.map { $0 * 0.25 }
    #expect(
      form(of: samples, bars: bars(24)).structure.sections
        == form(of: softer, bars: bars(24)).structure.sections)
  }

  @Test func whatHasNoFormSaysWhy() {
    let empty = form(of: []).structure
    #expect(empty.sections.isEmpty && empty.details.reason == .silence)
    let silent = form(of: [Float](repeating: 0, count: 10 * Self.rate)).structure
    #expect(silent.phrases.isEmpty && silent.details.reason == .silence)
    let short = form(of: Array(song("A").prefix(3 * Self.rate))).structure
    #expect(short.segments.isEmpty && short.details.reason == .tooShort)
  }

  @Test func silenceAroundTheMusicIsNoPartOfIt() throws {
    let silence = [Float](repeating: 0, count: 5 * Self.rate)
    let samples = silence + song("A") + silence
    let result = form(of: samples, bars: (0..<8).map { 5 + 2 * Double($0) }).structure
    try expectInvariants(result, seconds: 26)
    #expect(abs((result.sections.first?.start.seconds ?? 0) - 5) < 0.1)
    #expect(abs((result.sections.last?.end.seconds ?? 0) - 21) < 0.1)
  }

  @Test func noiseAndBrokenSamplesHaveAFormOfTheirOwn() throws {
    var generator = SeededGenerator(seed: 5)
    var samples = (0..<20 * Self.rate).map { _ in 0.1 * generator.nextSample() }
    samples[70_000] = .infinity
    samples[90_000] = 1e20
    try expectInvariants(form(of: samples).structure, seconds: 20)
  }
}

import TestSupport
import Testing

@testable import Analysis

@Suite struct FormPathTests {
  private func random(
    _ count: Int, _ generator: inout SeededGenerator, scale: Float = 2
  ) -> [Float] {
    (0..<count).map { _ in scale * generator.nextSample() }
  }

  @Test func partsAreNestedAndCoverThePieceWhateverTheEvidence() {
    var generator = SeededGenerator(seed: 3)
    let levels = FormPath.Levels(
      section: FormLevel(lengths: 3...32, worth: random(30, &generator)),
      segment: FormLevel(lengths: 2...16, worth: random(15, &generator)),
      phrase: FormLevel(lengths: 1...8, worth: random(8, &generator)))
    for count in 0...90 {
      let evidence = FormPath.Evidence(
        section: random(count + 1, &generator), segment: random(count + 1, &generator),
        phrase: random(count + 1, &generator))
      let worth = random(33, &generator)
      let path = FormPath(
        stepCount: count, evidence: evidence, levels: levels,
        isLongEnough: { $0.count >= 4 },
        recurrence: { start in Array(worth.prefix(min(32, count - start) + 1)) })
      for (parts, least) in [(path.sections, 4), (path.segments, 2), (path.phrases, 1)] {
        #expect(parts.first?.lowerBound ?? 0 == 0 && parts.last?.upperBound ?? 0 == count)
        #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        #expect(count < 4 || parts.allSatisfy { $0.count >= least }, "\(count) steps")
      }
      #expect(Self.edges(path.sections).isSubset(of: Self.edges(path.segments)))
      #expect(Self.edges(path.segments).isSubset(of: Self.edges(path.phrases)))
    }
  }

  private static func edges(_ parts: [Range<Int>]) -> Set<Int> {
    Set(parts.flatMap { [$0.lowerBound, $0.upperBound] })
  }

  /// All divisions of a range into parts of the lengths allowed.
  private func divisions(_ range: Range<Int>, _ lengths: ClosedRange<Int>) -> [[Range<Int>]] {
    if range.isEmpty { return [[]] }
    return lengths.filter { $0 <= range.count }.flatMap { length in
      let first = range.lowerBound..<range.lowerBound + length
      return divisions(first.upperBound..<range.upperBound, lengths).map { [first] + $0 }
    }
  }

  /// The worth of the best sections of so many steps, from the definition: all are tried.
  private func bestSections(
    _ count: Int, _ evidence: FormPath.Evidence, _ levels: FormPath.Levels, _ recurrence: [Float]
  ) -> Float {
    divisions(0..<count, levels.section.lengths).map { parts in
      parts.reduce(Float(0)) {
        $0 + evidence.section[$1.lowerBound] + levels.section.worth(ofLength: $1.count)
          + recurrence[$1.count]
      }
    }.max() ?? -.infinity
  }

  /// The worth of the best segments and phrases of a section, likewise.
  private func bestSegments(
    _ section: Range<Int>, _ evidence: FormPath.Evidence, _ levels: FormPath.Levels
  ) -> Float {
    let phrases = { (range: Range<Int>) in
      divisions(range, levels.phrase.lengths).map { parts in
        parts.reduce(Float(0)) {
          $0 + evidence.phrase[$1.lowerBound] + levels.phrase.worth(ofLength: $1.count)
        }
      }.max() ?? -.infinity
    }
    return divisions(section, levels.segment.lengths).map { parts in
      parts.reduce(Float(0)) {
        $0 + evidence.segment[$1.lowerBound] + levels.segment.worth(ofLength: $1.count)
          + phrases($1)
      }
    }.max() ?? -.infinity
  }

  @Test(arguments: 1...20)
  func noDivisionIsWorthMore(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let levels = FormPath.Levels(
      section: FormLevel(lengths: 3...6, worth: random(4, &generator)),
      segment: FormLevel(lengths: 2...4, worth: random(3, &generator)),
      phrase: FormLevel(lengths: 1...3, worth: random(3, &generator)))
    let count = 10
    let evidence = FormPath.Evidence(
      section: random(count + 1, &generator), segment: random(count + 1, &generator),
      phrase: random(count + 1, &generator))
    let recurrence = random(7, &generator)
    let path = FormPath(
      stepCount: count, evidence: evidence, levels: levels, isLongEnough: { _ in true },
      recurrence: { start in Array(recurrence.prefix(min(6, count - start) + 1)) })
    let sections = path.sections.reduce(Float(0)) {
      $0 + evidence.section[$1.lowerBound] + levels.section.worth(ofLength: $1.count)
        + recurrence[$1.count]
    }
    let segments = path.segments.reduce(Float(0)) {
      $0 + evidence.segment[$1.lowerBound] + levels.segment.worth(ofLength: $1.count)
    }
    let phrases = path.phrases.reduce(Float(0)) {
      $0 + evidence.phrase[$1.lowerBound] + levels.phrase.worth(ofLength: $1.count)
    }
    #expect(abs(sections - bestSections(count, evidence, levels, recurrence)) < 1e-3)
    let best = path.sections.reduce(Float(0)) { $0 + bestSegments($1, evidence, levels) }
    #expect(abs(segments + phrases - best) < 1e-3)
  }
}

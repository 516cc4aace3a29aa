import Analysis
import Decoders
import Testing

@testable import Catalog

/// The pitch classes of a key, from the scales' definition.
private func scale(_ key: MusicalKey) -> Set<Int> {
  let steps = key.mode == .major ? [0, 2, 4, 5, 7, 9, 11] : [0, 2, 3, 5, 7, 8, 10]
  return Set(steps.map { (key.pitchClass + $0) % 12 })
}

private func relation(_ first: String, _ second: String) throws -> HarmonicRelation {
  .relation(
    from: try #require(MusicalKey(first)), to: try #require(MusicalKey(second)))
}

@Suite struct HarmonicRelationTests {
  @Test(arguments: [
    ("8A", "8A", HarmonicRelation.same), ("8A", "8B", .relative), ("8B", "8A", .relative),
    ("8A", "9A", .fifthUp), ("8A", "7A", .fifthDown), ("12A", "1A", .fifthUp),
    ("1B", "12B", .fifthDown), ("8A", "9B", .diagonal), ("8A", "7B", .diagonal),
    ("8A", "10A", .wholeToneUp), ("1A", "11A", .wholeToneDown), ("8A", "3A", .semitoneUp),
    ("3A", "8A", .semitoneDown), ("8A", "11B", .parallel), ("11B", "8A", .parallel),
    ("8A", "5A", .none), ("8A", "2A", .none), ("8A", "5B", .none),
  ])
  func `the named steps are recognised`(
    first: String, second: String, expected: HarmonicRelation
  ) throws {
    #expect(try relation(first, second) == expected)
  }

  @Test func `shared notes are those of the scales`() {
    for first in MusicalKey.all {
      for second in MusicalKey.all {
        let shared = scale(first).intersection(scale(second)).count
        #expect(HarmonicRelation.sharedNoteCount(first, second) == shared, "\(first), \(second)")
        let relation = HarmonicRelation.relation(from: first, to: second)
        #expect(relation.sharedNotes ?? shared == shared, "\(first), \(second)")
      }
    }
  }

  @Test func `each step has its inverse`() {
    for first in MusicalKey.all {
      for second in MusicalKey.all {
        #expect(
          HarmonicRelation.relation(from: second, to: first)
            == HarmonicRelation.relation(from: first, to: second).inverse)
      }
    }
  }

  @Test func `transposing both keys changes no relation`() {
    for first in MusicalKey.all {
      for second in MusicalKey.all {
        let relation = HarmonicRelation.relation(from: first, to: second)
        for semitones in 1..<12 {
          let moved = HarmonicRelation.relation(
            from: first.transposed(bySemitones: semitones),
            to: second.transposed(bySemitones: semitones))
          #expect(moved == relation)
        }
      }
    }
  }

  @Test func `a semitone up is a transposition by one, and so on`() {
    for key in MusicalKey.all {
      let steps: [(Int, HarmonicRelation)] = [
        (1, .semitoneUp), (-1, .semitoneDown), (2, .wholeToneUp), (-2, .wholeToneDown),
        (7, .fifthUp), (-7, .fifthDown), (12, .same),
      ]
      for (semitones, expected) in steps {
        let moved = key.transposed(bySemitones: semitones)
        #expect(HarmonicRelation.relation(from: key, to: moved) == expected)
      }
    }
  }

  @Test(arguments: [
    (HarmonicRules.strict, ["1A", "1B"]), (.standard, ["1A", "1B", "2A", "12A"]),
    (.mixxx, ["1A", "1B", "2A", "2B", "12A", "12B"]),
    (.open, ["1A", "1B", "2A", "2B", "3A", "4B", "6A", "8A", "11A", "12A", "12B"]),
  ])
  func `a rule names the keys that mix`(rules: HarmonicRules, expected: [String]) throws {
    let key = try #require(MusicalKey("1A"))
    let keys = HarmonicRelation.compatibleKeys(with: key, rules: rules)
    #expect(keys.map(\.camelot) == expected)
  }

  @Test func `a stricter rule allows fewer relations`() {
    let rules: [HarmonicRules] = [.strict, .standard, .mixxx, .open]
    for (stricter, looser) in zip(rules, rules.dropFirst()) {
      #expect(stricter.relations.isStrictSubset(of: looser.relations))
    }
  }

  @Test(arguments: MusicalKey.all)
  func `a key survives the way through a signature`(key: MusicalKey) {
    let signature = MusicUnderstandingSession.KeySignature(key)
    #expect(MusicalKey(signature) == key)
    #expect(key.name.first?.lowercased() == signature.tonic.rawValue.first.map(String.init))
  }

  @Test func `all spellings of a tonic are read`() {
    let pitchClasses = MusicUnderstandingSession.Tonic.allCases.map(\.pitchClass)
    #expect(Set(pitchClasses) == Set(0..<12))
    #expect(
      MusicalKey(.init(tonic: .gFlat, mode: .major))
        == MusicalKey(.init(tonic: .fSharp, mode: .major)))
  }
}

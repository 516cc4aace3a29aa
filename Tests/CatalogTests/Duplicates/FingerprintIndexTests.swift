import Analysis
import TestSupport
import Testing

@testable import Catalog

struct FingerprintIndexTests {
  private static func random(
    _ count: Int, seed: UInt64, among kinds: UInt32 = .max
  ) -> AcousticFingerprint {
    var generator = SeededGenerator(seed: seed)
    return AcousticFingerprint(
      values: (0..<count).map { _ in UInt32.random(in: 0...kinds, using: &generator) })
  }

  private static func candidates(_ fingerprints: [AcousticFingerprint]) -> [[Int]] {
    var index = FingerprintIndex()
    for fingerprint in fingerprints { index.append(fingerprint) }
    var pairs: [[Int]] = []
    index.forEachCandidate { (one, other) throws(Never) in pairs.append([one, other]) }
    return pairs.sorted { $0.lexicographicallyPrecedes($1) }
  }

  @Test func `a sketch is the lowest hashes, each once, whatever the order`() {
    let one = Self.random(300, seed: 1)
    let sketch = FingerprintIndex.sketch(of: one)
    #expect(sketch.count == 64)
    #expect(Set(sketch).count == 64 && sketch == sketch.sorted())
    let other = AcousticFingerprint(values: one.values.reversed() + one.values)
    #expect(FingerprintIndex.sketch(of: other) == sketch)
    // Values of which few are different: the short way does not find enough of them.
    let poor = Self.random(900, seed: 2, among: 90)
    let all = Set(FingerprintIndex.sketch(of: AcousticFingerprint(values: Array(0...90))))
    #expect(Set(FingerprintIndex.sketch(of: poor)).isSubset(of: all) && all.count <= 64)
    let few = AcousticFingerprint(values: [5, 5, 5, 900, 900])
    #expect(FingerprintIndex.sketch(of: few).count == 2)
    #expect(FingerprintIndex.sketch(of: AcousticFingerprint(values: [])).isEmpty)
  }

  @Test func `bits that coding turns over are not looked at`() {
    let one = Self.random(300, seed: 1)
    let other = AcousticFingerprint(values: one.values.map { $0 ^ ~FingerprintIndex.mask })
    #expect(FingerprintIndex.sketch(of: one) == FingerprintIndex.sketch(of: other))
  }

  @Test func `what was moved, cut and partly changed is still suggested, others are not`() {
    var generator = SeededGenerator(seed: 3)
    let originals = (0..<20).map { Self.random(900, seed: UInt64(100 + $0)) }
    let copies = originals.map { original in
      AcousticFingerprint(
        values: original.values.dropFirst(30).map { value in
          // Every third value has a bit turned over.
          Int.random(in: 0..<3, using: &generator) == 0
            ? value ^ 1 << UInt32.random(in: 0..<32, using: &generator) : value
        })
    }
    #expect(Self.candidates(originals + copies) == (0..<20).map { [$0, $0 + 20] })
  }

  /// The same, by comparing each with each.
  @Test func `the index finds what comparing each with each finds`() {
    // Values out of a few, so that many are shared by chance.
    let fingerprints = (0..<60).map { index in
      Self.random(40 + 7 * index, seed: UInt64(index), among: 4000)
    }
    let sketches = fingerprints.map { Set(FingerprintIndex.sketch(of: $0)) }
    var expected: [[Int]] = []
    for one in fingerprints.indices {
      for other in fingerprints.indices where other > one {
        let shared = sketches[one].intersection(sketches[other]).count
        if shared >= FingerprintIndex.minimumShared { expected.append([one, other]) }
      }
    }
    #expect(!expected.isEmpty && expected.count < 60 * 59 / 2)
    #expect(Self.candidates(fingerprints) == expected)
  }

  @Test func `what nearly all have says nothing`() {
    let hum = Self.random(30, seed: 9)
    let count = FingerprintIndex.maximumOccurrence + 1
    #expect(Self.candidates([AcousticFingerprint](repeating: hum, count: count)).isEmpty)
    #expect(Self.candidates([]).isEmpty)
    #expect(Self.candidates([hum]).isEmpty)
  }
}

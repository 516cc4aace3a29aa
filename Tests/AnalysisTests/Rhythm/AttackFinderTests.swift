import TestSupport
import Testing

@testable import Analysis

@Suite struct AttackFinderTests {
  private static func attacks(in samples: [Float], blockSize: Int) -> [AttackFinder.Attack] {
    var finder = AttackFinder()
    var attacks: [AttackFinder.Attack] = []
    samples.withUnsafeBufferPointer { all in
      for start in stride(from: 0, to: all.count, by: blockSize) {
        let end = min(start + blockSize, all.count)
        finder.process(UnsafeBufferPointer(rebasing: all[start..<end])) { attacks.append($0) }
      }
    }
    let hopLength = OnsetCurves.hopLength
    finder.finish(hopCount: (samples.count + hopLength - 1) / hopLength) { attacks.append($0) }
    return attacks
  }

  @Test(arguments: [0, 1, 21, 22, 219, 220, 5_000, 9_999])
  func theStrongestAttackIsWhereTheNoiseBegins(start: Int) throws {
    let noise = Signals.noise(amplitude: 0.3, seconds: 0.3, sampleRate: MonoSignal.sampleRate)
    let samples = [Float](repeating: 0, count: start) + noise
    let attacks = Self.attacks(in: samples, blockSize: 1_000)
    let strongest = try #require(
      attacks.indices.max { attacks[$0].strength < attacks[$1].strength })
    let found = strongest * OnsetCurves.hopLength + Int(attacks[strongest].sample)
    // To the millisecond.
    #expect(abs(found - start) <= AttackFinder.stepLength)
  }

  @Test func thereIsOneAttackPerHopWhateverTheBlocks() {
    let samples = Signals.noise(amplitude: 0.3, seconds: 0.5, sampleRate: MonoSignal.sampleRate)
    let whole = Self.attacks(in: samples, blockSize: samples.count)
    #expect(whole.count == (samples.count + 219) / 220)
    for size in [1, 22, 221] { #expect(Self.attacks(in: samples, blockSize: size) == whole) }
  }

  @Test func silenceHasNone() {
    let attacks = Self.attacks(in: [Float](repeating: 0, count: 2_000), blockSize: 500)
    #expect(attacks.allSatisfy { $0.strength == 0 })
  }
}

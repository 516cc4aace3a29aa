import TestSupport
import Testing

@testable import Analysis

@Suite struct KeyPathTests {
  /// The best path by trying all of them over a few keys.
  private func exhaustive(
    _ evidence: KeyEvidence, keys: [Int], changeCost: Float
  ) -> (score: Double, path: [Int]) {
    var best = (score: -Double.infinity, path: [Int]())
    func extend(_ path: [Int], _ score: Double) {
      if path.count == evidence.frameCount {
        if score > best.score { best = (score, path) }
        return
      }
      for key in keys {
        let change = path.last.map { $0 == key ? 0 : Double(changeCost) } ?? 0
        extend(path + [key], score - change + Double(evidence.scores[path.count * 24 + key]))
      }
    }
    extend([], 0)
    return best
  }

  private func score(of path: [Int], _ evidence: KeyEvidence, changeCost: Float) -> Double {
    path.indices.reduce(0) { total, frame in
      let change = frame > 0 && path[frame] != path[frame - 1] ? Double(changeCost) : 0
      return total - change + Double(evidence.scores[frame * 24 + path[frame]])
    }
  }

  @Test(arguments: 1...20) func `the path is the best of all paths`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let keys = [2, 9, 17]
    // Other keys are out of the question, so that three are enough to try.
    var scores = [Float](repeating: -100, count: 7 * 24)
    for frame in 0..<7 {
      for key in keys { scores[frame * 24 + key] = random.nextSample() }
    }
    let evidence = KeyEvidence(scores: scores)
    for cost: Float in [0, 0.3, 1, 5] {
      let found = KeyPath.decode(evidence, frames: 0..<7, changeCost: cost)
      let best = exhaustive(evidence, keys: keys, changeCost: cost)
      #expect(abs(score(of: found, evidence, changeCost: cost) - best.score) < 1e-9)
    }
  }

  @Test func `no frames give no path`() {
    #expect(KeyPath.decode(KeyEvidence(scores: []), frames: 0..<0, changeCost: 1).isEmpty)
  }

  @Test func `without evidence nothing changes`() {
    let evidence = KeyEvidence(scores: [Float](repeating: 0, count: 24 * 5))
    #expect(KeyPath.decode(evidence, frames: 0..<5, changeCost: 1) == [0, 0, 0, 0, 0])
  }

  @Test func `a short run joins the neighbour that fits it better`() {
    var scores = [Float](repeating: 0, count: 24 * 9)
    for frame in 3..<5 {
      scores[frame * 24 + 7] = 1
      scores[frame * 24 + 2] = 0.5
    }
    let segments = KeyDecision.segments(
      of: [0, 0, 0, 7, 7, 2, 2, 2, 2], first: 10,
      evidence: KeyEvidence(scores: [Float](repeating: 0, count: 240) + scores), shortest: 3)
    #expect(segments == [.init(frames: 10..<13, key: 0), .init(frames: 13..<19, key: 2)])
  }
}

import Glibc
import TestSupport
import Testing

@testable import Analysis

/// The decision, given an activation.
@Suite struct BeatTrackerTests {
  private static let space = BeatStateSpace(frameRate: 100, tempi: 60...200, stiffness: 100)

  /// An activation with a peak at each beat that lasts as long as the model expects.
  private static func activation(beats: [Int], frameCount: Int) -> [Float] {
    var curve = [Float](repeating: 0.02, count: frameCount)
    for beat in beats {
      for frame in beat..<min(beat + 3, frameCount) { curve[frame] = 0.9 }
    }
    return curve
  }

  // Up to 48 frames a beat lasts three.
  @Test(arguments: [33, 37, 40, 44, 48])
  func evenPeaksAreTheBeats(interval: Int) {
    let beats = Array(stride(from: 17, to: 1_500, by: interval))
    let path = BeatTracker(space: Self.space).track(
      Self.activation(beats: beats, frameCount: 1_500))
    #expect(path.frames == beats)
    #expect(path.logLikelihoodRatio > 0)
  }

  @Test func missingAndExtraPeaksAreBridged() {
    let beats = Array(stride(from: 10, to: 2_000, by: 48))
    var curve = Self.activation(beats: beats, frameCount: 2_000)
    for frame in 500..<620 { curve[frame] = 0.02 }
    curve[1_040] = 0.9
    #expect(BeatTracker(space: Self.space).track(curve).frames == beats)
  }

  @Test func aSlowingTempoIsFollowed() {
    var beats = [20]
    for beat in 0..<40 { beats.append(beats[beat] + 34 + beat / 3) }
    let path = BeatTracker(space: Self.space).track(
      Self.activation(beats: beats, frameCount: beats[40] + 30))
    // The model may change its mind a beat late, by one frame.
    #expect(path.frames.count == beats.count)
    #expect(zip(path.frames, beats).allSatisfy { abs($0 - $1) <= 1 })
  }

  @Test func nothingGivesNothing() {
    #expect(BeatTracker(space: Self.space).track([]).frames.isEmpty)
  }

  @Test func theLengthOfChunksDoesNotMatter() {
    var random = SeededGenerator(seed: 5)
    let curve = (0..<3_000).map { _ in Float.random(in: 0...1, using: &random) }
    let whole = BeatTracker(space: Self.space).track(curve)
    #expect(!whole.frames.isEmpty)
    for length in [1, 100, 999, 2_999, 3_000] {
      #expect(BeatTracker(space: Self.space, chunkLength: length).track(curve) == whole)
    }
  }

  @Test(arguments: 1...12)
  func theBestPathIsTheBestOfAllPaths(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    // Intervals of 3 to 5 frames: few enough to try every path.
    let space = BeatStateSpace(frameRate: 1, tempi: 12...20, stiffness: 5)
    #expect(space.intervals == [3, 4, 5])
    let curve = (0..<20).map { _ in Float.random(in: 0...1, using: &random) }
    let path = BeatTracker(space: space).track(curve)
    let best = ExhaustiveSearch(space: space, activation: curve).best()
    #expect(abs(path.logLikelihoodRatio - best.score) < 1e-4)
    #expect(path.frames == best.frames)
  }
}

/// Every sequence of beats there is, scored frame by frame as the model is defined.
private struct ExhaustiveSearch {
  let space: BeatStateSpace
  let activation: [Float]

  func best() -> (frames: [Int], score: Double) {
    var best = (frames: [Int](), score: -Double.infinity)
    for (index, interval) in space.intervals.enumerated() {
      for first in 0..<min(interval, activation.count) {
        let prior = -log(Double(space.intervals.count))
        extend([first], index, prior + beat(at: first, index), &best)
      }
    }
    return best
  }

  private func extend(
    _ frames: [Int], _ index: Int, _ score: Double, _ best: inout (frames: [Int], score: Double)
  ) {
    guard let last = frames.last else { return }
    let next = last + space.intervals[index]
    guard next < activation.count else {
      if score > best.score { best = (frames, score) }
      return
    }
    for to in space.intervals.indices {
      let ways = space.transitions[to]
      guard let way = ways.sources.firstIndex(of: index) else { continue }
      let probability = ways.logProbabilities[way - ways.sources.startIndex]
      extend(frames + [next], to, score + probability + beat(at: next, to), &best)
    }
  }

  /// What the frames of one beat add over what they would as frames outside of any beat.
  private func beat(at frame: Int, _ index: Int) -> Double {
    let end = min(activation.count, frame + space.beatLengths[index])
    return (frame..<end).reduce(0.0) { sum, frame in
      let likelihood = Double(min(max(activation[frame], 0.03), 0.97))
      return sum + log(likelihood) - log((1 - likelihood) / 15)
    }
  }
}

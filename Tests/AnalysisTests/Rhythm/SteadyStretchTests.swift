import TestSupport
import Testing

@testable import Analysis

/// Machines keep time where a path does not; players do not, where a grid would.
@Suite struct SteadyStretchTests {
  private static let space = BeatStateSpace(frameRate: 100, tempi: 60...200, stiffness: 200)

  private static func activation(beats: [Int], frameCount: Int) -> [Float] {
    var curve = [Float](repeating: 0.02, count: frameCount)
    for beat in beats where beat < frameCount {
      for frame in beat..<min(beat + 3, frameCount) { curve[frame] = 0.9 }
    }
    return curve
  }

  private static func evened(
    _ curve: [Float]
  ) -> (path: BeatTracker.Path, evened: BeatTracker.Path) {
    let path = BeatTracker(space: space).track(curve)
    return (path, path.evened(curve))
  }

  private static func farthest(_ frames: [Int], from beats: [Int]) -> Int {
    frames.map { frame in beats.map { abs($0 - frame) }.min() ?? .max }.max() ?? .max
  }

  /// Even beats with a passage in the middle that is played late, and softly.
  private static func syncopated(_ interval: Double, late: Int) -> (beats: [Int], curve: [Float]) {
    let beats = (0..<60).map { Int((20 + Double($0) * interval).rounded()) }
    var curve = activation(
      beats: beats.enumerated().filter { !(24..<36).contains($0.offset) }.map(\.element),
      frameCount: beats[59] + 30)
    for beat in 24..<36 {
      for frame in beats[beat] + late..<beats[beat] + late + 3 { curve[frame] = 0.25 }
    }
    return (beats, curve)
  }

  @Test(arguments: [46.0, 50.0, 53.4])
  func `syncopation does not move a machine's beats`(interval: Double) throws {
    let (beats, curve) = Self.syncopated(interval, late: 7)
    let (path, evened) = Self.evened(curve)
    #expect(Self.farthest(path.frames, from: beats) > 5)
    #expect(Self.farthest(evened.frames, from: beats) <= 1)
    #expect(Self.farthest(beats, from: evened.frames) <= 1)
    #expect(evened.frames.count == evened.intervals.count)
    let stretch = try #require(evened.stretches.first)
    #expect(evened.stretches.count == 1 && abs(stretch.period - interval) < 0.03)
  }

  @Test func `a player's beats stay where they are`() {
    var (beats, place) = ([Int](), 20.0)
    // The tempo swings by a tenth every forty beats.
    for beat in 0..<80 {
      beats.append(Int(place))
      place += 50 + 5 * (beat % 40 < 20 ? Double(beat % 20) / 20 : 1 - Double(beat % 20) / 20)
    }
    let (path, evened) = Self.evened(Self.activation(beats: beats, frameCount: Int(place)))
    #expect(path == evened)
  }

  @Test func `each of two tempi has its grid`() {
    let first = (0..<50).map { 10 + $0 * 42 }
    let second = (0..<50).map { 10 + 50 * 42 + $0 * 55 }
    var played = first + second
    for beat in 20..<26 { played[beat] += 14 }
    let curve = Self.activation(beats: played, frameCount: 10 + 50 * 97)
    let (_, evened) = Self.evened(curve)
    #expect(evened.stretches.contains { abs($0.period - 42) < 0.1 })
    #expect(Self.farthest(evened.frames, from: first + second) <= 3)
    #expect(zip(evened.frames, evened.frames.dropFirst()).allSatisfy { $1 - $0 > 20 })
  }

  /// Two passages of the same tempo, the second one off by half a beat, with a break between them.
  @Test(arguments: [11, 40])
  func `behind a silence a grid begins anew`(beatsBehind: Int) {
    let first = (0..<40).map { 10 + $0 * 50 }
    let second = (0..<beatsBehind).map { 2_475 + $0 * 50 }
    let curve = Self.activation(
      beats: first + second, frameCount: 2_475 + beatsBehind * 50)
    let silence = 1_990..<2_470
    let evened = BeatTracker(space: Self.space).track(curve).evened(curve, silences: [silence])
    let sounding = evened.frames.filter { !silence.contains($0) }
    #expect(!evened.stretches.isEmpty)
    #expect(Self.farthest(sounding, from: first + second) <= 1)
    #expect(Self.farthest(first + second, from: sounding) <= 1)
  }

  @Test func `a long stretch is evened in pieces`() {
    let beats = Array(stride(from: 30, to: SteadyStretch.greatestLength * 2, by: 48))
    let (_, evened) = Self.evened(
      Self.activation(beats: beats, frameCount: SteadyStretch.greatestLength * 2))
    #expect(evened.stretches.allSatisfy { $0.frames.count <= SteadyStretch.greatestLength })
    #expect(Self.farthest(evened.frames, from: beats) <= 1)
  }

  @Test func `nothing has no grid`() {
    #expect(Self.evened([]).evened.stretches.isEmpty)
    #expect(Self.evened([Float](repeating: 0.5, count: 100)).evened.stretches.isEmpty)
  }

  /// Eight bars at 120 beats a minute, in two of which all strokes come a sixteenth late.
  @Test func `a beat is placed on the grid, not on the late stroke beside it`() throws {
    let samples = [(0.0, 20.0), (0.125, 4), (0, 36)].flatMap { offset, seconds in
      Signals.clickTrack(
        beatsPerMinute: 120, offset: offset, amplitude: 0.8, seconds: seconds,
        sampleRate: MonoSignal.sampleRate)
    }
    let result = rhythm(of: samples)
    let expected = (0..<120).map { 0.5 * Double($0) }
    #expect(abs(Double(try #require(result.beatsPerMinute)) - 120) < 0.02)
    #expect(errors(of: result.beats, against: expected).allSatisfy { abs($0) < 0.02 })
  }
}

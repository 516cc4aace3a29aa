import Glibc

/// Finds the most probable sequence of beats under an activation curve.
///
/// The states of the bar-pointer model between two beats have one successor each, so Viterbi's
/// algorithm needs a decision only where a beat may begin: the best path whose beat begins at
/// frame t and lasts interval τ is the best one whose beat began τ′ before, plus what the frames
/// of the beat itself are worth. The result is that of the frame-by-frame algorithm.
///
/// Decisions are kept for one chunk of frames; for pieces longer than that, the state at the start
/// of each chunk is kept instead, and decisions are taken again, chunk by chunk, on the way back.
///
/// *Source:* Krebs, Böck & Widmer, ISMIR 2015; Böck, Krebs & Widmer, Joint beat and downbeat
/// tracking with recurrent neural networks, ISMIR 2016, §2.2 (observation model).
struct BeatTracker {
  /// A sequence of beats.
  struct Path: Equatable {
    /// The frame at which each beat begins, ascending.
    var frames: [Int]
    /// The frames from each beat to the next one, as the model has it.
    var intervals: [Int]
    /// The natural logarithm of how much more probable the activation is under this path than
    /// without any beats.
    var logLikelihoodRatio: Double
  }

  let space: BeatStateSpace
  /// What each beat costs, in nats: without it, of two levels the faster one has more to explain
  /// with, where something happens between beats.
  let beatCost: Double
  /// Frames whose decisions are held at once; 5 minutes and a half.
  let chunkLength: Int

  private static let start = UInt8.max
  /// Activations are kept this far from 0 and 1: a beat may well pass without an onset.
  private static let floor: Float = 0.03

  init(space: BeatStateSpace, beatCost: Double = 0, chunkLength: Int = 1 << 15) {
    precondition(space.intervals.count < Int(Self.start) && chunkLength > 0)
    self.space = space
    self.beatCost = beatCost
    self.chunkLength = chunkLength
  }

  /// - Parameter activation: The likelihood of a beat per frame, 0…1.
  /// - Returns: No beats when the piece is shorter than a beat or nothing favours any.
  /// - Complexity: O(frames · intervals) time, a few bytes per frame.
  func track(_ activation: [Float]) -> Path {
    let frameCount = activation.count
    guard frameCount > 0 else { return Path(frames: [], intervals: [], logLikelihoodRatio: 0) }

    var state = State(space)
    var checkpoints: [State] = []
    var decisions: [UInt8] = []
    let chunkStarts = Array(stride(from: 0, to: frameCount, by: chunkLength))
    for chunk in chunkStarts {
      checkpoints.append(state)
      advance(
        &state, over: chunk..<min(chunk + chunkLength, frameCount), activation,
        decisions: &decisions)
    }

    var (frame, interval, score) = state.best(at: frameCount, space)
    var path = Path(frames: [], intervals: [], logLikelihoodRatio: score)
    for (chunk, checkpoint) in zip(chunkStarts, checkpoints).reversed() {
      if chunk != chunkStarts.last {
        var state = checkpoint
        advance(&state, over: chunk..<chunk + chunkLength, activation, decisions: &decisions)
      }
      while frame >= chunk {
        path.frames.append(frame)
        path.intervals.append(space.intervals[interval])
        let source = decisions[(frame - chunk) * space.intervals.count + interval]
        guard source != Self.start else {
          path.frames.reverse()
          path.intervals.reverse()
          return path
        }
        interval = Int(source)
        frame -= space.intervals[interval]
      }
    }
    return path
  }

  /// How much more a frame is worth as part of a beat than outside of one.
  private static func gain(_ activation: Float) -> Double {
    let likelihood = Double(min(max(activation, floor), 1 - floor))
    return log(likelihood) - log((1 - likelihood) / Double(BeatStateSpace.beatParts - 1))
  }

  /// The scores of all beats that may be going on.
  private struct State {
    /// Per interval τ, the best score of a path whose last beat began at each of the τ last
    /// frames and lasts τ; at place `frame mod τ` of a run of τ.
    var scores: [Double]
    /// Where each interval's run begins.
    let offsets: [Int]

    init(_ space: BeatStateSpace) {
      var offsets: [Int] = []
      var total = 0
      for interval in space.intervals {
        offsets.append(total)
        total += interval
      }
      self.offsets = offsets
      scores = [Double](repeating: -.infinity, count: total)
    }

    /// The last beat of the best path that ends before `end`.
    func best(
      at end: Int, _ space: BeatStateSpace
    ) -> (frame: Int, interval: Int, score: Double) {
      var best = (frame: -1, interval: 0, score: -Double.infinity)
      for (index, interval) in space.intervals.enumerated() {
        for frame in max(0, end - interval)..<end {
          let score = scores[offsets[index] + frame % interval]
          if score > best.score { best = (frame, index, score) }
        }
      }
      return best
    }
  }

  private func advance(
    _ state: inout State, over frames: Range<Int>, _ activation: [Float],
    decisions: inout [UInt8]
  ) {
    let intervals = space.intervals
    let count = intervals.count
    let longestBeat = space.beatLengths.max() ?? 1
    // Of this chunk and what its last beats reach into.
    let gains = activation[
      frames.lowerBound..<min(frames.upperBound + longestBeat, activation.count)
    ].map(Self.gain)
    let logPrior = -log(Double(count))
    let missing = frames.count * count - decisions.count
    if missing > 0 { decisions.append(contentsOf: repeatElement(Self.start, count: missing)) }
    var beatGains = [Double](repeating: 0, count: longestBeat + 1)
    var ended = [Double](repeating: 0, count: count)
    var slots = zip(intervals, state.offsets).map { frames.lowerBound % $0 + $1 }
    let offsets = state.offsets
    let transitions = space.transitions
    let beatLengths = space.beatLengths
    let beatCost = beatCost

    state.scores.withUnsafeMutableBufferPointer { scores in
      decisions.withUnsafeMutableBufferPointer { decisions in
        for frame in frames {
          // What the frames from here on are worth as the first 1, 2, … frames of a beat.
          for length in 1...longestBeat {
            let next = frame - frames.lowerBound + length - 1
            beatGains[length] = beatGains[length - 1] + (next < gains.count ? gains[next] : 0)
          }
          for index in 0..<count { ended[index] = scores[slots[index]] }
          let row = (frame - frames.lowerBound) * count
          for index in 0..<count {
            let ways = transitions[index]
            // The first beat of the piece may begin anywhere within one interval.
            var best = frame < intervals[index] ? logPrior : -Double.infinity
            var source = Self.start
            for (way, logProbability) in zip(ways.sources, ways.logProbabilities) {
              let score = ended[way] + logProbability
              if score > best {
                best = score
                source = UInt8(truncatingIfNeeded: way)
              }
            }
            scores[slots[index]] = best + beatGains[beatLengths[index]] - beatCost
            decisions[row + index] = source
            slots[index] += 1
            if slots[index] == offsets[index] + intervals[index] { slots[index] = offsets[index] }
          }
        }
      }
    }
  }
}

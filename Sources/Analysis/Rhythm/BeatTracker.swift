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
    /// Where the beats have been made exactly even.
    var stretches: [SteadyStretch] = []
  }

  let space: BeatStateSpace
  /// What each beat costs, in nats: without it, of two levels the faster one has more to explain
  /// with, where something happens between beats.
  let beatCost: Double
  /// Frames whose decisions are held at once; 5 minutes and a half.
  let chunkLength: Int
  private let ways: BeatWays

  private static let start = UInt8.max
  /// Activations are kept this far from 0 and 1: a beat may well pass without an onset.
  private static let floor: Float = 0.03

  init(space: BeatStateSpace, beatCost: Double = 0, chunkLength: Int = 1 << 15) {
    precondition(space.intervals.count < Int(Self.start) && chunkLength > 0)
    self.space = space
    self.beatCost = beatCost
    self.chunkLength = chunkLength
    ways = BeatWays(space)
  }

  /// - Parameter activation: The likelihood of a beat per frame, 0…1.
  /// - Returns: No beats when the piece is shorter than a beat or nothing favours any.
  /// - Complexity: O(frames · intervals) time, a few bytes per frame.
  func track(_ activation: [Float]) -> Path {
    let frameCount = activation.count
    guard frameCount > 0 else { return Path(frames: [], intervals: [], logLikelihoodRatio: 0) }

    var scores = BeatScores(space, width: ways.width)
    var checkpoints: [BeatScores] = []
    var decisions: [UInt8] = []
    let chunkStarts = Array(stride(from: 0, to: frameCount, by: chunkLength))
    for chunk in chunkStarts {
      if chunkStarts.count > 1 { checkpoints.append(scores) }
      advance(
        &scores, over: chunk..<min(chunk + chunkLength, frameCount), activation,
        decisions: &decisions)
    }

    var (frame, interval, score) = scores.best(at: frameCount, space)
    var path = Path(frames: [], intervals: [], logLikelihoodRatio: score)
    for (index, chunk) in chunkStarts.enumerated().reversed() {
      if chunk != chunkStarts.last {
        var scores = checkpoints[index]
        advance(&scores, over: chunk..<chunk + chunkLength, activation, decisions: &decisions)
      }
      while frame >= chunk {
        path.frames.append(frame)
        path.intervals.append(space.intervals[interval])
        let source = decisions[(frame - chunk) * ways.width + interval]
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
  static func gain(_ activation: Float) -> Double {
    let likelihood = Double(min(max(activation, floor), 1 - floor))
    return log(likelihood) - log((1 - likelihood) / Double(BeatStateSpace.beatParts - 1))
  }

  private func advance(
    _ scores: inout BeatScores, over frames: Range<Int>, _ activation: [Float],
    decisions: inout [UInt8]
  ) {
    let missing = frames.count * ways.width - decisions.count
    if missing > 0 { decisions.append(contentsOf: repeatElement(Self.start, count: missing)) }
    let longestBeat = space.beatLengths.max() ?? 1
    // Of these frames and what their last beats reach into.
    let reach = min(frames.upperBound + longestBeat, activation.count)
    let gains = activation[frames.lowerBound..<reach].map(Self.gain)
    var first = frames.lowerBound
    while first < frames.upperBound {
      scores.settle(at: first)
      let period = BeatScores.settlingPeriod
      let last = min((first / period + 1) * period, frames.upperBound)
      let offset = first - frames.lowerBound
      decisions.withUnsafeMutableBufferPointer { decisions in
        advance(
          &scores, over: first..<last, gains[offset...],
          decisions: UnsafeMutableBufferPointer(rebasing: decisions[(offset * ways.width)...]))
      }
      first = last
    }
  }

  /// The same for frames during which no score is settled, of which `gains` begins with the first.
  private func advance(
    _ scores: inout BeatScores, over frames: Range<Int>, _ gains: ArraySlice<Double>,
    decisions: UnsafeMutableBufferPointer<UInt8>
  ) {
    let (width, margin, count) = (ways.width, ways.margin, space.intervals.count)
    let (shortest, depth) = (space.intervals[0], scores.depth)
    var start = firstBeats(at: frames.lowerBound, offset: scores.offset)
    var ended = [Float](repeating: -.infinity, count: width + 2 * margin)
    var worth = BeatWorth(space, gains: gains, beatCost: beatCost, width: width)
    scores.withRing { ring in
      ended.withUnsafeMutableBufferPointer { ended in
        guard let ring = ring.baseAddress, let sources = decisions.baseAddress,
          let endedScores = ended.baseAddress
        else { return }
        for frame in frames {
          // The first beat of the piece may begin anywhere within one interval.
          if frame >= shortest, frame - shortest < count { start[frame - shortest] = -.infinity }
          // Each longer interval began a frame earlier.
          var place = (frame - shortest + depth) % depth
          for index in 0..<count {
            endedScores[margin + index] = ring[place * width + index]
            place = place == 0 ? depth - 1 : place - 1
          }
          worth.advance()
          ways.choose(
            endedScores, start: start, worth: worth.values, best: ring + frame % depth * width,
            sources: sources + (frame - frames.lowerBound) * width)
        }
      }
    }
  }

  /// What the first beat of the piece scores at a frame, if it has each interval.
  private func firstBeats(at frame: Int, offset: Double) -> [Float] {
    let logPrior = Float(-log(Double(space.intervals.count)) - offset)
    let scores = space.intervals.map { frame < $0 ? logPrior : -.infinity }
    return scores + [Float](repeating: -.infinity, count: ways.width - scores.count)
  }
}

/// A path's steady stretches, set right.
extension BeatTracker.Path {
  /// Fewer beats than this do not tell a machine from a good player.
  private static let fewestBeats = 24
  /// What a beat on the grid has before one that may lie anywhere, in nats.
  private static let evenness = 3.0

  /// What a break of the grid costs, in nats: one by half a beat, which is what a path does that
  /// changes over to the beats between the beats, and any other one.
  private static let slipCost = 400.0
  private static let breakCost = 50.0
  /// Half a beat, give or take this part of one.
  private static let slipTolerance = 0.12

  /// A silence is long from so many beats on.
  private static let longestSilence = 2.0
  /// A path in more pieces than this has no tempo that a grid could have.
  private static let mostPieces = 24

  /// The same path, but exactly even in each stretch where that is more probable.
  ///
  /// - Parameters:
  ///   - activation: What the path was found under, at `OnsetCurves.frameRate`.
  ///   - silences: Where nothing sounds: behind a long one any grid may begin.
  func evened(_ activation: [Float], silences: [Range<Int>] = []) -> BeatTracker.Path {
    let ranges = steadyFrames(of: activation.count)
      .filter { $0.count <= SteadyStretch.greatestLength }
    guard !ranges.isEmpty else { return self }
    let gains = activation.map(BeatTracker.gain)
    var stretches: [SteadyStretch] = []
    for frames in ranges {
      guard let next = steadyStretch(in: frames, gains: gains) else { continue }
      // One grid for both, unless two are worth the break between them.
      if let last = stretches.last, last.frames.upperBound == next.frames.lowerBound,
        let both = steadyStretch(
          in: last.frames.lowerBound..<next.frames.upperBound, gains: gains),
        both.worth + Self.cost(ofBreakFrom: last, to: next, silences) > last.worth + next.worth
      {
        stretches[stretches.count - 1] = both
      } else {
        stretches.append(next)
      }
    }
    stretches = stretches.filter { isMoreProbable($0, gains: gains) }
    return stretches.isEmpty ? self : replacing(stretches)
  }

  /// Where the path keeps one tempo, in pieces that are not too long.
  private func steadyFrames(of frameCount: Int) -> [Range<Int>] {
    let pieces = TempoSections.straightPieces(times: frames.map(Self.seconds))
    guard pieces.count <= Self.mostPieces else { return [0..<frameCount] }
    return pieces.enumerated().flatMap { index, beats in
      let start = index == 0 ? 0 : frames[beats.lowerBound]
      let isLast = index + 1 == pieces.count
      let end = isLast ? frameCount : frames[beats.upperBound]
      return stride(from: start, to: end, by: SteadyStretch.greatestLength).map {
        $0..<min($0 + SteadyStretch.greatestLength, end)
      }
    }
  }

  private static func cost(
    ofBreakFrom last: SteadyStretch, to next: SteadyStretch, _ silences: [Range<Int>]
  ) -> Double {
    let edge = Double(next.frames.lowerBound)
    let reach = longestSilence * last.period
    let isInSilence = silences.contains {
      Double($0.count) > reach && edge > Double($0.lowerBound) - reach
        && edge < Double($0.upperBound) + reach
    }
    if isInSilence { return 0 }
    let beats = (next.phase - last.phase) / last.period
    let isSlip = abs(beats - beats.rounded(.down) - 0.5) < slipTolerance
    return isSlip ? slipCost : breakCost
  }

  private func beats(in range: Range<Int>) -> [Int] {
    frames.indices.filter { range.contains(frames[$0]) }
  }

  private func steadyStretch(in range: Range<Int>, gains: [Double]) -> SteadyStretch? {
    let beats = beats(in: range)
    guard range.count <= SteadyStretch.greatestLength,
      let tempo = TempoFit(times: beats.map { Self.seconds(frames[$0]) }).beatsPerMinute
    else { return nil }
    return SteadyStretch(in: range, near: 60 / tempo * OnsetCurves.frameRate, gains: gains)
  }

  private func isMoreProbable(_ stretch: SteadyStretch, gains: [Double]) -> Bool {
    let beats = beats(in: stretch.frames)
    guard beats.count >= Self.fewestBeats else { return false }
    let worth = beats.reduce(0) { sum, beat in
      let end = frames[beat] + BeatStateSpace.beatLength(interval: intervals[beat])
      return sum + gains[frames[beat]..<min(end, gains.count)].reduce(0, +)
    }
    return stretch.worth + Self.evenness * Double(stretch.beats.count) > worth
  }

  private static func seconds(_ frame: Int) -> Double { Double(frame) / OnsetCurves.frameRate }

  /// The path with the beats of some stretches replaced.
  private func replacing(_ stretches: [SteadyStretch]) -> BeatTracker.Path {
    var beats = zip(frames, intervals).filter { frame, _ in
      !stretches.contains { $0.frames.contains(frame) }
    }
    for stretch in stretches {
      beats += stretch.beats.map { ($0, Int(stretch.period.rounded())) }
    }
    beats.sort { $0.0 < $1.0 }
    var evened = self
    (evened.frames, evened.intervals, evened.stretches) = ([], [], stretches)
    for (frame, interval) in beats {
      // Where one grid ends and another begins, no beat comes right behind another.
      if let last = evened.frames.last, 2 * (frame - last) < interval { continue }
      evened.frames.append(frame)
      evened.intervals.append(interval)
    }
    return evened
  }
}

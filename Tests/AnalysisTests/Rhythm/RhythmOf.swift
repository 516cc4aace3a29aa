@testable import Analysis

/// What the analyzer finds in samples at the rate of the shared mono signal.
func rhythm(
  of samples: [Float], blockSize: Int = 4096
) -> MusicUnderstandingSession.RhythmResult {
  let builder = OnsetCurveBuilder()
  samples.withUnsafeBufferPointer { all in
    for start in stride(from: 0, to: all.count, by: blockSize) {
      let end = min(start + blockSize, all.count)
      builder.process(UnsafeBufferPointer(rebasing: all[start..<end]))
    }
  }
  return RhythmAnalyzer(builder.finish()).result
}

/// For each true moment, how far the nearest found one is from it, in seconds.
func errors(of found: [CMTime], against truth: [Double]) -> [Double] {
  let times = found.map(\.seconds)
  return truth.map { time in
    times.map { $0 - time }.min { abs($0) < abs($1) } ?? .infinity
  }
}

@testable import Analysis

/// What the analyzer finds in samples at the rate of the shared mono signal.
func rhythm(
  of samples: [Float], blockSize: Int = 4096
) -> MusicUnderstandingSession.RhythmResult {
  var analyzer = RhythmAnalyzer()
  samples.withUnsafeBufferPointer { all in
    for start in stride(from: 0, to: all.count, by: blockSize) {
      let end = min(start + blockSize, all.count)
      analyzer.process(UnsafeBufferPointer(rebasing: all[start..<end]))
    }
  }
  return analyzer.finish()
}

/// The errors of found moments against true ones, in seconds, each true one with its nearest.
func errors(of found: [Double], against truth: [Double]) -> [Double] {
  truth.map { time in found.map { $0 - time }.min { abs($0) < abs($1) } ?? .infinity }
}

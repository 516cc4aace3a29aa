@testable import Analysis

/// Form and pace of samples at the rate of the shared mono signal.
///
/// - Parameter bars: Where the bars are known to begin, in seconds; what rhythm finds when nil.
func form(
  of samples: [Float], bars: [Double]? = nil
) -> (
  structure: MusicUnderstandingSession.StructureResult,
  pace: MusicUnderstandingSession.PaceResult
) {
  let builder = OnsetCurveBuilder(keepsTimbre: true)
  var harmony = HarmonyFrames()
  samples.withUnsafeBufferPointer { all in
    builder.process(all)
    harmony.process(all)
  }
  let curves = builder.finish()
  harmony.finish()
  var rhythm = RhythmAnalyzer(curves).result
  if let bars {
    rhythm.bars = bars.map { CMTime(seconds: $0, preferredTimescale: 44_100) }
  }
  let timbre = builder.timbre ?? TimbreFrames()
  let structure = StructureAnalyzer(
    curves: curves, timbre: timbre, harmony: harmony, rhythm: rhythm)
  let pace = PaceAnalyzer(
    curves: curves, timbre: timbre, beats: rhythm.beats.map(\.seconds),
    sectionEdges: structure.sectionEdges)
  return (structure.result, pace.result)
}

import Decoders

/// Feeds each block to the analyzers that were asked for; what they share is computed once.
struct AnalysisPipeline {
  private var loudness: LoudnessAnalyzer?
  private var mono: MonoSignal?
  private var rhythm: RhythmAnalyzer?
  private var key: KeyAnalyzer?

  init(format: AudioFormat, types: Set<AnalysisType>, countsMonoTwice: Bool) {
    if types.contains(.loudness) {
      loudness = LoudnessAnalyzer(format: format, countsMonoTwice: countsMonoTwice)
    }
    if types.contains(.rhythm) { rhythm = RhythmAnalyzer() }
    if types.contains(.key) { key = KeyAnalyzer() }
    if rhythm != nil || key != nil { mono = MonoSignal(format: format) }
  }

  mutating func process(_ block: PCMBuffer, updates: LoudnessLog) {
    loudness?.process(block) { updates.append($0) }
    mono?.process(block) { samples in
      rhythm?.process(samples)
      key?.process(samples)
    }
  }

  consuming func finish(
    updates: LoudnessLog
  ) -> MusicUnderstandingSession.SessionResult {
    mono?.finish { samples in
      rhythm?.process(samples)
      key?.process(samples)
    }
    var result = MusicUnderstandingSession.SessionResult()
    result.loudness = loudness?.finish()
    result.rhythm = rhythm?.finish()
    result.key = key?.finish()
    return result
  }
}

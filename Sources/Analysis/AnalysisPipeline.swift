import Decoders

/// Feeds each block to the analyzers that were asked for; what they share is computed once.
struct AnalysisPipeline {
  private var loudness: LoudnessAnalyzer?
  private var mono: MonoSignal?
  private var rhythm: RhythmAnalyzer?
  private var key: KeyAnalyzer?
  private var fingerprint: FingerprintMaker?

  init(
    format: AudioFormat, types: Set<AnalysisType>, countsMonoTwice: Bool,
    takesFingerprint: Bool = false
  ) {
    if types.contains(.loudness) {
      loudness = LoudnessAnalyzer(format: format, countsMonoTwice: countsMonoTwice)
    }
    if types.contains(.rhythm) { rhythm = RhythmAnalyzer() }
    if types.contains(.key) { key = KeyAnalyzer() }
    if takesFingerprint { fingerprint = FingerprintMaker() }
    if rhythm != nil || key != nil || fingerprint != nil { mono = MonoSignal(format: format) }
  }

  mutating func process(_ block: PCMBuffer, updates: LoudnessLog) {
    loudness?.process(block) { updates.append($0) }
    mono?.process(block) { samples in
      rhythm?.process(samples)
      key?.process(samples)
      fingerprint?.process(samples)
    }
  }

  consuming func finish(
    updates: LoudnessLog
  ) -> (result: MusicUnderstandingSession.SessionResult, fingerprint: AcousticFingerprint?) {
    mono?.finish { samples in
      rhythm?.process(samples)
      key?.process(samples)
      fingerprint?.process(samples)
    }
    var result = MusicUnderstandingSession.SessionResult()
    result.loudness = loudness?.finish()
    result.rhythm = rhythm?.finish()
    result.key = key?.finish()
    return (result, fingerprint?.finish())
  }
}

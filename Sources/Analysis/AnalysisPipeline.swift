import Decoders

/// Feeds each block to the analyzers that were asked for; what they share is computed once.
struct AnalysisPipeline {
  private var loudness: LoudnessAnalyzer?
  private var mono: MonoSignal?
  private let types: Set<AnalysisType>
  /// What rhythm and instruments are decided from.
  private var curves: OnsetCurveBuilder?
  private var key: KeyAnalyzer?
  private var fingerprint: FingerprintMaker?

  init(
    format: AudioFormat, types: Set<AnalysisType>, countsMonoTwice: Bool,
    takesFingerprint: Bool = false
  ) {
    self.types = types
    if types.contains(.loudness) {
      loudness = LoudnessAnalyzer(format: format, countsMonoTwice: countsMonoTwice)
    }
    if types.contains(.rhythm) || types.contains(.instrumentActivity) {
      curves = OnsetCurveBuilder(findsOnsets: types.contains(.rhythm))
    }
    if types.contains(.key) { key = KeyAnalyzer() }
    if takesFingerprint { fingerprint = FingerprintMaker() }
    if curves != nil || key != nil || fingerprint != nil { mono = MonoSignal(format: format) }
  }

  mutating func process(_ block: PCMBuffer, updates: LoudnessLog) {
    loudness?.process(block) { updates.append($0) }
    mono?.process(block) { samples in
      curves?.process(samples)
      key?.process(samples)
      fingerprint?.process(samples)
    }
  }

  consuming func finish(
    updates: LoudnessLog
  ) -> (result: MusicUnderstandingSession.SessionResult, fingerprint: AcousticFingerprint?) {
    mono?.finish { samples in
      curves?.process(samples)
      key?.process(samples)
      fingerprint?.process(samples)
    }
    var result = MusicUnderstandingSession.SessionResult()
    result.loudness = loudness?.finish()
    result.key = key?.finish()
    if let curves = curves?.finish() {
      if types.contains(.rhythm) { result.rhythm = RhythmAnalyzer(curves).result }
      if types.contains(.instrumentActivity) {
        result.instrumentActivity = InstrumentAnalyzer(curves).result
      }
    }
    return (result, fingerprint?.finish())
  }
}

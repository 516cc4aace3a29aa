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
  /// What form is decided from, beside the curves.
  private var harmony: HarmonyFrames?
  private var formEvidence: FormEvidence?

  init(
    format: AudioFormat, types: Set<AnalysisType>, countsMonoTwice: Bool,
    takesFingerprint: Bool = false
  ) {
    self.types = types
    if types.contains(.loudness) {
      loudness = LoudnessAnalyzer(format: format, countsMonoTwice: countsMonoTwice)
    }
    // Form follows the bars, and pace follows the form.
    let needsForm = types.contains(.structure) || types.contains(.pace)
    if needsForm { harmony = HarmonyFrames() }
    if needsForm || types.contains(.rhythm) || types.contains(.instrumentActivity) {
      curves = OnsetCurveBuilder(
        findsOnsets: needsForm || types.contains(.rhythm), keepsTimbre: needsForm)
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
      harmony?.process(samples)
    }
  }

  consuming func finish(
    updates: LoudnessLog
  ) -> (
    result: MusicUnderstandingSession.SessionResult, fingerprint: AcousticFingerprint?,
    form: FormEvidence?
  ) {
    mono?.finish { samples in
      curves?.process(samples)
      key?.process(samples)
      fingerprint?.process(samples)
      harmony?.process(samples)
    }
    var result = MusicUnderstandingSession.SessionResult()
    result.loudness = loudness?.finish()
    result.key = key?.finish()
    if let builder = curves {
      let curves = builder.finish()
      let rhythm = harmony != nil || types.contains(.rhythm) ? RhythmAnalyzer(curves).result : nil
      if types.contains(.rhythm) { result.rhythm = rhythm }
      if let rhythm, let timbre = builder.timbre { addForm(curves, timbre, rhythm, to: &result) }
      if types.contains(.instrumentActivity) {
        result.instrumentActivity = InstrumentAnalyzer(curves).result
      }
    }
    return (result, fingerprint?.finish(), formEvidence)
  }

  /// Adds structure and pace, as far as they were asked for.
  private mutating func addForm(
    _ curves: OnsetCurves, _ timbre: TimbreFrames,
    _ rhythm: MusicUnderstandingSession.RhythmResult,
    to result: inout MusicUnderstandingSession.SessionResult
  ) {
    guard var harmony else { return }
    harmony.finish()
    let structure = StructureAnalyzer(
      curves: curves, timbre: timbre, harmony: harmony, rhythm: rhythm)
    formEvidence = structure.evidence
    if types.contains(.structure) { result.structure = structure.result }
    if types.contains(.pace) {
      result.pace =
        PaceAnalyzer(
          curves: curves, timbre: timbre, beats: rhythm.beats.map(\.seconds),
          sectionEdges: structure.sectionEdges
        ).result
    }
  }
}

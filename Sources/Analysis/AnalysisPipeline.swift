import Decoders

/// Feeds each block to the analyzers that were asked for; what they share is computed once.
struct AnalysisPipeline {
  private var loudness: LoudnessAnalyzer?
  private var mono: MonoSignal?
  private let types: Set<AnalysisType>
  /// What rhythm and instruments are decided from.
  private var curves: OnsetCurveBuilder?
  private var key: KeyAnalyzer?
  private var fingerprintMaker: FingerprintMaker?
  /// What form is decided from, beside the curves.
  private var harmony: HarmonyFrames?
  /// What is kept of the whole piece, once its samples have ended.
  private var kept: OnsetCurves?
  private var timbre: TimbreFrames?
  private var rhythm: MusicUnderstandingSession.RhythmResult?

  /// The answers, as far as they are found.
  private(set) var result = MusicUnderstandingSession.SessionResult()
  private(set) var fingerprint: AcousticFingerprint?
  private(set) var formEvidence: FormEvidence?

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
    if takesFingerprint { fingerprintMaker = FingerprintMaker() }
    if curves != nil || key != nil || fingerprintMaker != nil { mono = MonoSignal(format: format) }
  }

  mutating func process(_ block: PCMBuffer, updates: LoudnessLog) {
    loudness?.process(block) { updates.append($0) }
    mono?.process(block) { samples in
      curves?.process(samples)
      key?.process(samples)
      fingerprintMaker?.process(samples)
      harmony?.process(samples)
    }
  }

  /// What is left to do when the samples have ended, one after the other. Each step gives up what no
  /// later one needs, so that less is in memory the more answers there are.
  enum Ending: CaseIterable {
    case samples, key, rhythm, form, instruments
  }

  /// Does one step of the ending. To be called with each, in order.
  mutating func end(_ step: Ending) {
    switch step {
    case .samples: endSamples()
    case .key:
      result.key = key.take()?.finish()
    case .rhythm: decideRhythm()
    case .form: decideForm()
    case .instruments:
      if types.contains(.instrumentActivity), let kept = kept.take() {
        result.instrumentActivity = InstrumentAnalyzer(kept).result
      }
    }
  }

  private mutating func endSamples() {
    mono?.finish { samples in
      curves?.process(samples)
      key?.process(samples)
      fingerprintMaker?.process(samples)
      harmony?.process(samples)
    }
    mono = nil
    result.loudness = loudness.take()?.finish()
    fingerprint = fingerprintMaker?.finish()
    fingerprintMaker = nil
    harmony?.finish()
    guard let builder = curves.take() else { return }
    kept = builder.finish()
    timbre = builder.timbre
  }

  private mutating func decideRhythm() {
    guard harmony != nil || types.contains(.rhythm), let curves = kept else { return }
    rhythm = RhythmAnalyzer(curves).result
    if types.contains(.rhythm) { result.rhythm = rhythm }
    kept?.forgetWhatOnlyRhythmNeeds()
  }

  private mutating func decideForm() {
    if let curves = kept, let timbre = timbre.take(), let harmony = harmony.take(),
      let rhythm = rhythm.take()
    {
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
    kept?.forgetOnsets()
  }
}

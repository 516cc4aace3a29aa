/// Decides on beats, bars and tempo, given the curves of a whole piece.
struct RhythmDecision {
  typealias RhythmResult = MusicUnderstandingSession.RhythmResult
  typealias Details = MusicUnderstandingSession.RhythmDetails

  let result: RhythmResult

  /// Units per second of the times of beats; a unit is 23 µs.
  private static let timescale: Int32 = 44_100
  private static let tempi = 40.0...220.0
  /// How far from a chosen level's tempo the beats may go, as a ratio: not as far as the next.
  private static let levelWidth = 1.35

  init(_ curves: OnsetCurves) {
    guard !curves.isSilent else {
      result = RhythmResult(details: Details(reason: .silence))
      return
    }
    let activation = BeatActivation(curves)
    let tempoModel = TempoModel(drumShare: activation.drumShare)
    var path = tempoModel.path(activation.values, tempi: Self.tempi)
    var beats = BeatGrid(path, activation: activation, curves: curves)
    var fit = TempoFit(times: beats.times)
    if let tempo = fit.beatsPerMinute {
      let level = MetricalLevel(
        found: tempo, stability: fit.stability, activation: activation.onsets, curves: curves)
      if level.beatsPerMinute != tempo {
        let tempi = level.beatsPerMinute / Self.levelWidth...level.beatsPerMinute * Self.levelWidth
        path = tempoModel.path(activation.values, tempi: tempi.clamped(to: Self.tempi))
        beats = BeatGrid(path, activation: activation, curves: curves)
        fit = TempoFit(times: beats.times)
      }
    }
    let onsetsPerMinute = OnsetDensity(curves).perMinute
    let judgement = PulseJudgement(
      path, beats: beats, stability: fit.stability, activation: activation.values, curves: curves)
    guard judgement.reason == nil else {
      result = RhythmResult(
        details: Details(
          confidence: judgement.confidence, reason: judgement.reason,
          onsetsPerMinute: onsetsPerMinute))
      return
    }
    let bars = BarTracker().track(BarEvidence.all(at: beats.frames, in: curves))
    let times = beats.times.map { CMTime(seconds: $0, preferredTimescale: Self.timescale) }
    result = RhythmResult(
      beats: times, bars: bars.firstBeats.map { times[$0] },
      beatsPerMinute: fit.beatsPerMinute.map { Float($0) },
      details: Details(
        confidence: judgement.confidence,
        alternatives: TempoAlternatives(
          beatsPerMinute: fit.beatsPerMinute ?? 0, activation: activation.onsets
        ).candidates,
        beatsPerBar: bars.beatsPerBar, tempoStability: Float(fit.stability),
        tempoSections: Self.sections(of: times, beats.times),
        onsetsPerMinute: onsetsPerMinute))
  }

  private static func sections(
    of beats: [CMTime], _ times: [Double]
  ) -> [MusicUnderstandingSession.RangedValue<Float>] {
    TempoSections(times: times).sections.map { section in
      let end = section.beats.upperBound < beats.count ? section.beats.upperBound : beats.count - 1
      return .init(
        range: CMTimeRange(start: beats[section.beats.lowerBound], end: beats[end]),
        value: Float(section.beatsPerMinute))
    }
  }
}

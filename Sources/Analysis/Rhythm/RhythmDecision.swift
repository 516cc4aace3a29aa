/// Decides on beats, bars and tempo, given the curves of a whole piece.
struct RhythmDecision {
  typealias RhythmResult = MusicUnderstandingSession.RhythmResult
  typealias Details = MusicUnderstandingSession.RhythmDetails

  let result: RhythmResult

  /// Units per second of the times of beats; a unit is 23 µs.
  private static let timescale: Int32 = 44_100
  private static let tempi = 40.0...220.0
  /// λ of the tempo changes.
  private static let stiffness = 400.0

  init(_ curves: OnsetCurves) {
    guard !curves.isSilent else {
      result = RhythmResult(details: Details(reason: .silence))
      return
    }
    let activation = BeatActivation(curves).values
    let tracker = BeatTracker(
      space: BeatStateSpace(
        frameRate: OnsetCurves.frameRate, tempi: Self.tempi, stiffness: Self.stiffness))
    let path = tracker.track(activation)
    let beats = BeatGrid(path, activation: activation, curves: curves)
    let onsetsPerMinute = OnsetDensity(curves).perMinute
    let judgement = PulseJudgement(path, beats: beats, activation: activation, curves: curves)
    guard judgement.reason == nil else {
      result = RhythmResult(
        details: Details(
          confidence: judgement.confidence, reason: judgement.reason,
          onsetsPerMinute: onsetsPerMinute))
      return
    }
    let fit = TempoFit(times: beats.times)
    let bars = BarTracker().track(BarTracker.Accents(at: beats.frames, in: curves))
    let times = beats.times.map { CMTime(seconds: $0, preferredTimescale: Self.timescale) }
    result = RhythmResult(
      beats: times, bars: bars.firstBeats.map { times[$0] },
      beatsPerMinute: fit.beatsPerMinute.map { Float($0) },
      details: Details(
        confidence: judgement.confidence,
        alternatives: TempoAlternatives(
          beatsPerMinute: fit.beatsPerMinute ?? 0, activation: activation
        ).candidates,
        beatsPerBar: bars.beatsPerBar, tempoStability: Float(fit.stability),
        onsetsPerMinute: onsetsPerMinute))
  }
}

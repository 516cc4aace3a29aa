/// Decides on beats, bars and tempo, given the curves of a whole piece.
struct RhythmDecision {
  typealias RhythmResult = MusicUnderstandingSession.RhythmResult
  typealias Details = MusicUnderstandingSession.RhythmDetails

  let result: RhythmResult

  /// Units per second of the times of beats; a unit is 23 µs.
  private static let timescale: Int32 = 44_100

  init(_ curves: OnsetCurves) {
    guard !curves.isSilent else {
      result = RhythmResult(details: Details(reason: .silence))
      return
    }
    let activation = BeatActivation(curves)
    var beats = Beats(activation, tempoModel: .kept, curves: curves)
    let onsetsPerMinute = OnsetDensity(curves).perMinute
    let judgement = PulseJudgement(
      beats.path, beats: beats.grid, stability: beats.fit.stability,
      activation: activation.values, curves: curves)
    guard judgement.reason == nil else {
      result = RhythmResult(
        details: Details(
          confidence: judgement.confidence, reason: judgement.reason,
          onsetsPerMinute: onsetsPerMinute))
      return
    }
    beats = beats.evened(activation, curves: curves)
    let drumShare = curves.activations.drumShare
    if drumShare < TempoModel.leastDrumShare, beats.fit.stability < TempoModel.machineStability {
      let free = Beats(
        activation.heeding(curves, drumShare: drumShare), tempoModel: .free,
        curves: curves)
      if free.isHeard(beside: beats, onsets: activation.onsets) { beats = free }
    }
    let bars = BarTracker().track(
      BarEvidence.all(at: beats.grid.frames, in: curves, stretches: beats.path.stretches))
    let fit = beats.fit
    let times = beats.grid.times.map { CMTime(seconds: $0, preferredTimescale: Self.timescale) }
    result = RhythmResult(
      beats: times, bars: bars.firstBeats.map { times[$0] },
      beatsPerMinute: fit.beatsPerMinute.map { Float($0) },
      details: Details(
        confidence: min(judgement.confidence, Self.certainty(of: beats, curves)),
        alternatives: TempoAlternatives(
          beatsPerMinute: fit.beatsPerMinute ?? 0, activation: activation.onsets
        ).candidates,
        beatsPerBar: bars.beatsPerBar, tempoStability: Float(fit.stability),
        tempoSections: Self.sections(of: times, beats.grid.times),
        onsetsPerMinute: onsetsPerMinute))
  }

  /// 1 when the network was not asked.
  private static func certainty(of beats: Beats, _ curves: OnsetCurves) -> Float {
    guard curves.activations.frameCount > 0 else { return 1 }
    return BeatCertainty(
      at: beats.grid.frames, stability: beats.fit.stability, curves.activations
    ).value
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

extension RhythmDecision {
  /// The beats under one model of the tempo, on the level that the drums speak for.
  private struct Beats {
    private(set) var path: BeatTracker.Path
    private(set) var grid: BeatGrid
    private(set) var fit: TempoFit
    /// What the path was found under.
    private var curve: [Float]

    /// Where tempi are looked for, and where a level beside the one found may lie.
    private static let tempi = 40.0...220.0
    private static let levels = 30.0...300.0
    /// How far from a chosen level's tempo the beats may go, as a ratio: not as far as the next.
    private static let levelWidth = 1.35
    /// Beats of a free tempo need so much of the onsets, and of the number, of a kept one's.
    private static let leastOnsets: Float = 0.7
    private static let leastCount = 0.33

    init(_ activation: BeatActivation, tempoModel: TempoModel, curves: OnsetCurves) {
      curve = activation.values
      path = tempoModel.path(curve, tempi: Self.tempi)
      grid = BeatGrid(path, activation: activation, curves: curves)
      fit = TempoFit(times: grid.times)
      guard let tempo = fit.beatsPerMinute else { return }
      let level = MetricalLevel(
        found: tempo, beats: grid.frames, stability: fit.stability, activation: activation.onsets,
        curves: curves)
      guard level.beatsPerMinute != tempo else { return }
      let near = level.beatsPerMinute / Self.levelWidth...level.beatsPerMinute * Self.levelWidth
      if level.isEmptyBetween { curve = activation.onsets }
      path = tempoModel.path(curve, tempi: near.clamped(to: Self.levels))
      grid = BeatGrid(path, activation: activation, curves: curves)
      fit = TempoFit(times: grid.times)
    }

    /// The same, exactly even where a machine keeps the time.
    func evened(_ activation: BeatActivation, curves: OnsetCurves) -> Beats {
      var evened = self
      evened.path = path.evened(curve, silences: curves.silences)
      guard !evened.path.stretches.isEmpty else { return self }
      evened.grid = BeatGrid(evened.path, activation: activation, curves: curves)
      evened.fit = TempoFit(times: evened.grid.times)
      return evened
    }

    /// How plainly something begins at the beats, 0…1.
    private func meanOnset(_ onsets: [Float]) -> Float {
      let sum = grid.frames.reduce(Float(0)) { $0 + onsets[$1] }
      return grid.frames.isEmpty ? 0 : sum / Float(grid.frames.count)
    }

    /// Whether something sounds at these beats: what is too quiet or too strange for the network can
    /// still be followed by its onsets.
    func isHeard(beside other: Beats, onsets: [Float]) -> Bool {
      Double(grid.times.count) >= Self.leastCount * Double(other.grid.times.count)
        && meanOnset(onsets) >= Self.leastOnsets * other.meanOnset(onsets)
    }
  }
}

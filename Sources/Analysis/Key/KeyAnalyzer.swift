/// Keys over time of the shared mono signal: spectral peaks, tuned pitch classes, evidence for 24
/// keys by profiles and by a network, decision.
struct KeyAnalyzer {
  /// Raised whenever the answers can change.
  static let version = 3

  /// Pieces shorter than this, in seconds, have no key.
  private static let shortest = 2.0

  private var slicer = FrameSlicer(
    frameLength: SpectralPeakFinder.frameLength, hopLength: SpectralPeakFinder.hopLength)
  private var hearing: KeyHearing
  private var sampleCount = 0

  init(model: KeyModel = .embedded) {
    hearing = KeyHearing(model: model)
  }

  /// Takes in samples at `MonoSignal.sampleRate`.
  mutating func process(_ samples: UnsafeBufferPointer<Float>) {
    sampleCount += samples.count
    slicer.process(samples) { frame in hearing.process(frame) }
  }

  consuming func finish() -> MusicUnderstandingSession.KeyResult {
    slicer.finish { frame in hearing.process(frame) }
    hearing.finish()
    if Double(sampleCount) < Self.shortest * Double(MonoSignal.sampleRate) {
      return .init(ranges: [], details: .init(reason: .tooShort))
    }
    let (heard, pitches) = hearing.takePitches()
    var chromagram = heard
    let sum = chromagram.profile()
    chromagram.normalize()
    let tonality = Tonality(pitches, chromagram: chromagram, profile: .standard)
    if let reason = tonality.reasonAgainst {
      return .init(ranges: [], details: .init(reason: reason))
    }
    let evidence = KeyEvidence(
      chromagram: chromagram, chords: ChordFrames(chromagram: chromagram), profile: .standard
    ).adding(network: hearing.scores) { pitches.traits[$0].isSilent }
    let decision = KeyDecision(evidence: evidence, frames: tonality.tonalFrames)
    return .init(
      ranges: decision.segments.map { segment in
        .init(range: timeRange(of: segment.frames), value: .init(index: segment.key))
      },
      details: .init(
        global: .init(index: decision.global), confidence: decision.confidence,
        candidates: decision.candidates, tuningCents: Float(100 * pitches.tuning),
        chroma: sum,
        rangeScores: decision.segments.compactMap { segment in
          .init(KeyDecision.probabilities(evidence, over: segment.frames))
        }))
  }

  /// From half a hop before the first frame's centre to half a hop after the last one's, within
  /// the signal.
  private func timeRange(of frames: Range<Int>) -> CMTimeRange {
    let hop = SpectralPeakFinder.hopLength
    let time = { (frame: Int) in
      let sample = min(max(frame * hop - hop / 2, 0), sampleCount)
      return CMTime(value: Int64(sample), timescale: Int32(MonoSignal.sampleRate))
    }
    // The last frame stands for what follows its centre, to the end of the signal.
    let reachesEnd = frames.upperBound == hearing.frameCount
    let end =
      reachesEnd
      ? CMTime(value: Int64(sampleCount), timescale: Int32(MonoSignal.sampleRate))
      : time(frames.upperBound)
    return CMTimeRange(start: time(frames.lowerBound), end: end)
  }
}

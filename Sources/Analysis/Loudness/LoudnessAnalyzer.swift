import Decoders

/// Loudness after ITU-R BS.1770-4 and EBU Tech 3341 and 3342, in one pass.
///
/// All energies are measured per 10 ms and summed to 100 ms steps that end on exact frames, so that
/// no figure depends on the blocks in which the audio comes. Filters and sums are in Double.
struct LoudnessAnalyzer {
  /// Raised whenever the numbers can change.
  static let version = 2

  private let sampleRate: Int
  private let filter: Biquad4
  /// Channels are filtered two at a time; an odd one is paired with itself, with no weight.
  private let pairing: [(first: Int, second: Int, weights: SIMD2<Double>)]
  private var pairs: [KWeightedPair]
  private var maximum: MomentaryMaximum
  private var substepCount = 0
  private var stepSum = 0.0
  private var audible: Range<Int>?
  private var steps: LoudnessSteps
  private var integration = StreamedIntegration()
  private var peaks: PeakMeter
  private var frameCount = 0

  private static let substepsPerStep = 10
  /// Of 10 ms, as an energy: what is weaker is the silence around the music. After the high pass,
  /// so that a constant offset is silence too.
  private static let audibleEnergy = LoudnessLevel.energy(ofLUFS: -60)

  /// - Parameter countsMonoTwice: Whether one channel counts as two, as heard when a player sends
  ///   it to both loudspeakers.
  init(format: AudioFormat, countsMonoTwice: Bool = false) {
    sampleRate = format.sampleRate
    let weighting = KWeighting(sampleRate: format.sampleRate)
    filter = Biquad4(weighting.shelf, weighting.highPass)
    let weights = format.channelLayout.loudnessWeights(countsMonoTwice: countsMonoTwice)
    let counted = weights.indices.filter { weights[$0] > 0 }
    pairing = stride(from: 0, to: counted.count, by: 2).map { index in
      let first = counted[index]
      guard index + 1 < counted.count else { return (first, first, SIMD2(weights[first], 0)) }
      let second = counted[index + 1]
      return (first, second, SIMD2(weights[first], weights[second]))
    }
    pairs = Array(repeating: KWeightedPair(), count: pairing.count)
    maximum = MomentaryMaximum(sampleRate: format.sampleRate)
    steps = LoudnessSteps(sampleRate: format.sampleRate)
    peaks = PeakMeter(sampleRate: format.sampleRate, channelCount: format.channelCount)
  }

  /// Takes in a block; calls `each` once per 100 ms of audio that it completes.
  mutating func process(_ block: PCMBuffer, each: (LoudnessUpdate) -> Void) {
    var offset = 0
    while offset < block.frameCount {
      let count = min(
        steps.start(of: steps.count + 1) - frameCount, block.frameCount - offset,
        PeakMeter.maximumRun)
      measurePeaks(block, from: offset, count: count)
      measureEnergy(block, from: offset, count: count, each)
      offset += count
    }
  }

  private mutating func measurePeaks(_ block: PCMBuffer, from offset: Int, count: Int) {
    for channel in 0..<block.format.channelCount {
      block.withChannel(channel) { plane in
        peaks.process(
          UnsafeBufferPointer(rebasing: plane[offset..<(offset + count)]), channel: channel,
          startFrame: frameCount)
      }
    }
  }

  private mutating func measureEnergy(
    _ block: PCMBuffer, from offset: Int, count: Int, _ each: (LoudnessUpdate) -> Void
  ) {
    var done = 0
    while done < count {
      let run = min(maximum.nextBoundary - frameCount, count - done)
      for (index, channels) in pairing.enumerated() {
        block.withChannel(channels.first) { first in
          block.withChannel(channels.second) { second in
            guard let first = first.baseAddress, let second = second.baseAddress else { return }
            pairs[index].process(
              first + (offset + done), second + (offset + done), count: run, filter: filter)
          }
        }
      }
      done += run
      frameCount += run
      closeSubsteps(each)
    }
  }

  // MARK: - Steps

  /// Below 100 Hz several substeps may end at one frame.
  private mutating func closeSubsteps(_ each: (LoudnessUpdate) -> Void) {
    while maximum.nextBoundary == frameCount {
      var sum = 0.0
      for index in pairs.indices {
        sum += (pairs[index].takeSum() * pairing[index].weights).sum()
      }
      let start = maximum.boundary(substepCount)
      if sum > Self.audibleEnergy * Double(frameCount - start) {
        audible = (audible?.lowerBound ?? start)..<frameCount
      }
      maximum.append(sum: sum)
      stepSum += sum
      substepCount += 1
      if substepCount % Self.substepsPerStep == 0 { closeStep(each) }
    }
  }

  private mutating func closeStep(_ each: (LoudnessUpdate) -> Void) {
    steps.append(sum: stepSum)
    stepSum = 0
    let last = steps.count - 1
    let momentary = steps.energy(endingAt: last, length: LoudnessSteps.momentary)
    let shortTerm = steps.energy(endingAt: last, length: LoudnessSteps.shortTerm)
    if steps.count >= LoudnessSteps.momentary { integration.append(energy: momentary) }
    let peak = peaks.truePeak
    each(
      LoudnessUpdate(
        index: last, momentary: Float(LoudnessLevel.lufs(ofEnergy: momentary)),
        shortTerm: Float(LoudnessLevel.lufs(ofEnergy: shortTerm)),
        integrated: Float(integration.loudness),
        truePeak: LoudnessLevel.decibels(ofAmplitude: peak.value), truePeakFrame: peak.frame,
        sampleRate: sampleRate))
  }

  // MARK: - Result

  consuming func finish() -> MusicUnderstandingSession.LoudnessResult {
    peaks.finish(frameCount: frameCount)
    let blocks = steps.fullWindowEnergies(length: LoudnessSteps.momentary)
    let integrated = LoudnessGating.integrated(blocks: blocks)
    var details = details(relativeThreshold: integrated?.relativeThreshold)
    details.reason = blocks.isEmpty ? .tooShort : integrated == nil ? .silence : nil
    let timescale = Int32(sampleRate)
    let peak = peaks.truePeak
    return .init(
      integrated: .init(
        time: CMTime(value: Int64(frameCount), timescale: timescale),
        value: level(integrated?.energy) ?? -.infinity),
      momentary: curve(length: LoudnessSteps.momentary),
      shortTerm: curve(length: LoudnessSteps.shortTerm),
      peak: .init(
        time: CMTime(value: Int64(peak.frame), timescale: timescale),
        value: LoudnessLevel.decibels(ofAmplitude: peak.value)),
      details: details)
  }

  private func details(
    relativeThreshold: Double?
  ) -> MusicUnderstandingSession.LoudnessDetails {
    let windows = steps.fullWindowEnergies(length: LoudnessSteps.shortTerm)
    let decibels = { (peak: PeakMeter.Peak) in
      peak.value > 0 ? LoudnessLevel.decibels(ofAmplitude: peak.value) : nil
    }
    return .init(
      loudnessRange: LoudnessGating.range(windows: windows).map(Float.init),
      samplePeak: decibels(peaks.samplePeak), truePeak: decibels(peaks.truePeak),
      maxMomentary: level(maximum.energy), maxShortTerm: level(windows.max()),
      relativeThreshold: level(relativeThreshold),
      clippedSampleCount: peaks.clippedSampleCount,
      audibleRange: audible.map { frames in
        CMTimeRange(
          start: CMTime(value: Int64(frames.lowerBound), timescale: Int32(sampleRate)),
          duration: CMTime(value: Int64(frames.count), timescale: Int32(sampleRate)))
      },
      histogram: integration.histogram)
  }

  /// In LUFS; nil for nothing and for silence.
  private func level(_ energy: Double?) -> Float? {
    guard let energy, energy >= LoudnessLevel.floorEnergy else { return nil }
    return Float(LoudnessLevel.lufs(ofEnergy: energy))
  }

  private func curve(length: Int) -> [MusicUnderstandingSession.TimedValue<Float>] {
    (0..<steps.count).map { step in
      .init(
        time: CMTime(value: Int64(step + 1), timescale: Int32(LoudnessSteps.stepsPerSecond)),
        value: Float(
          LoudnessLevel.lufs(ofEnergy: steps.energy(endingAt: step, length: length))))
    }
  }
}

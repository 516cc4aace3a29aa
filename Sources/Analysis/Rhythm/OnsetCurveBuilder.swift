/// Computes the curves that rhythm and instruments are decided from, out of samples as they come.
///
/// One pass serves both: the network's activations and the silences are always found, the onset
/// curves when they are wanted.
///
/// A class, for each stage hands its frames on to the next from within its own work.
final class OnsetCurveBuilder {
  /// Seconds before and after a moment that give the reference level.
  private static let referenceReach = 4.0
  /// Seconds before and after a moment that are compared for `OnsetCurves.change`.
  private static let changeReach = 0.4
  /// Dither of 16-bit audio stays below this magnitude, and nothing can be heard below it.
  private static let silencePeak: Float = 7e-5

  /// Whether there is more to find than activations and silences.
  private let findsOnsets: Bool
  /// What form is decided from; nil when it is not wanted.
  private(set) var timbre: TimbreFrames?
  private var bands = BandAnalyzer()
  private var normalizer: LevelNormalizer
  private var rises: RiseDetector
  private var change: ChangeDetector
  private var attacks = AttackFinder()
  private var features = NetworkFeatures()
  private let network = ActivityNetwork()
  private var curves = OnsetCurves()
  private var analyzedFrameCount = 0
  private var silenceStart: Int?

  /// - Parameters:
  ///   - findsOnsets: Whether the onset curves are wanted; without, they are empty.
  ///   - keepsTimbre: Whether `timbre` is wanted.
  init(findsOnsets: Bool = true, keepsTimbre: Bool = false) {
    self.findsOnsets = findsOnsets
    if keepsTimbre { timbre = TimbreFrames() }
    let centers = bands.filter.centers
    let frames = { (seconds: Double) in Int((seconds * OnsetCurves.frameRate).rounded()) }
    normalizer = LevelNormalizer(bandCount: centers.count, reach: frames(Self.referenceReach))
    rises = RiseDetector(centers: centers)
    curves.sketch = SpectralSketch(bandCenters: centers)
    change = ChangeDetector(centers: centers, reach: frames(Self.changeReach))
    // What begins with the first sample has its onset in frames that begin before it.
    let leadIn = [Float](repeating: 0, count: OnsetCurves.leadIn * OnsetCurves.hopLength)
    leadIn.withUnsafeBufferPointer { process($0) }
  }

  /// Takes in samples at `MonoSignal.sampleRate`.
  func process(_ samples: UnsafeBufferPointer<Float>) {
    if findsOnsets { attacks.process(samples) { curves.attacks.append($0) } }
    bands.process(samples) { levels, peak in takeIn(levels, peak) }
  }

  /// Ends the stream and hands the curves over; call once.
  func finish() -> OnsetCurves {
    bands.finish { levels, peak in takeIn(levels, peak) }
    if findsOnsets { finishOnsets() }
    network.finish(into: &curves.activations)
    timbre?.finish()
    noteSilence(ended: true)
    curves.sampleCount = bands.sampleCount - OnsetCurves.leadIn * OnsetCurves.hopLength
    defer { curves = OnsetCurves() }
    return curves
  }

  private func finishOnsets() {
    normalizer.finish { frame in takeIn(normalized: frame) }
    change.finish { curves.change.append($0) }
    curves.fall.finish()
    attacks.finish(hopCount: curves.frameCount) { curves.attacks.append($0) }
    curves.sketch.finish()
  }

  private func takeIn(_ levels: UnsafeBufferPointer<Float>, _ peak: Float) {
    noteSilence(ended: peak > Self.silencePeak)
    analyzedFrameCount += 1
    features.process(levels) { network.process($0, into: &curves.activations) }
    timbre?.append(levels)
    guard findsOnsets else { return }
    normalizer.process(levels) { frame in takeIn(normalized: frame) }
  }

  private func takeIn(normalized frame: UnsafeBufferPointer<Float>) {
    let rise = rises.process(frame)
    curves.sketch.append(frame)
    curves.flux.append(rise.all)
    curves.fall.append(rise.fall)
    curves.lowFlux.append(rise.low)
    curves.snareFlux.append(rise.snare)
    change.process(frame) { curves.change.append($0) }
  }

  private func noteSilence(ended: Bool) {
    if !ended {
      silenceStart = silenceStart ?? analyzedFrameCount
    } else if let start = silenceStart {
      curves.silences.append(start..<analyzedFrameCount)
      silenceStart = nil
    }
  }
}

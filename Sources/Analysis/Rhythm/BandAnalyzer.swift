/// Turns samples into the levels of logarithmic frequency bands, frame by frame.
struct BandAnalyzer {
  /// 46 ms: short enough for a hi-hat, long enough to tell a kick drum from a bass.
  static let frameLength = 1024
  /// The bands of a frame.
  static let bandCount = LogBandFilter(
    sampleRate: MonoSignal.sampleRate, fftLength: frameLength
  ).bandCount

  private let transform = BandTransform()
  private var slicer = FrameSlicer(frameLength: frameLength, hopLength: OnsetCurves.hopLength)
  private(set) var sampleCount = 0

  var filter: LogBandFilter { transform.filter }

  /// Takes in samples; calls `body` with the band levels of each frame that is complete (a sine of
  /// full scale has about 0.5 in its band) and the greatest magnitude among the frame's samples.
  mutating func process(
    _ samples: UnsafeBufferPointer<Float>,
    _ body: (_ levels: UnsafeBufferPointer<Float>, _ peak: Float) -> Void
  ) {
    sampleCount += samples.count
    slicer.process(samples) { frame in transform.apply(to: frame, body) }
  }

  /// Calls `body` with the frames that reach beyond the end.
  mutating func finish(
    _ body: (_ levels: UnsafeBufferPointer<Float>, _ peak: Float) -> Void
  ) {
    slicer.finish { frame in transform.apply(to: frame, body) }
  }
}

/// The work space of `BandAnalyzer`: window, FFT, magnitude, bands.
private final class BandTransform {
  /// A signal as far beyond full scale as this is broken; its frames count as silent, lest
  /// infinities spread.
  private static let highestSensiblePeak: Float = 1024

  let filter = LogBandFilter(
    sampleRate: MonoSignal.sampleRate, fftLength: BandAnalyzer.frameLength)
  private let fft = RealFFT(length: BandAnalyzer.frameLength)
  private let window = hannWindow(length: BandAnalyzer.frameLength)
  private var spectrum: [Float]
  private var levels: [Float]

  init() {
    spectrum = [Float](repeating: 0, count: fft.binCount)
    levels = [Float](repeating: 0, count: filter.bandCount)
  }

  func apply(
    to frame: UnsafeBufferPointer<Float>,
    _ body: (_ levels: UnsafeBufferPointer<Float>, _ peak: Float) -> Void
  ) {
    let peak = VectorMath.greatestMagnitude(frame)
    guard peak > 0, peak <= Self.highestSensiblePeak else {
      levels.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
      levels.withUnsafeBufferPointer { body($0, 0) }
      return
    }
    let scale = 2 / Float(BandAnalyzer.frameLength)
    spectrum.withUnsafeMutableBufferPointer { spectrum in
      window.withUnsafeBufferPointer { window in
        fft.powerSpectrum(of: frame, window: window, into: spectrum)
      }
      VectorMath.squareRoots(spectrum, times: scale)
      levels.withUnsafeMutableBufferPointer { levels in
        filter.apply(UnsafeBufferPointer(spectrum), into: levels)
        body(UnsafeBufferPointer(levels), peak)
      }
    }
  }
}

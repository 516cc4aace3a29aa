/// What the network is given: every second frame of band levels, as log(1 + 1000 · level).
///
/// Frame m is centred on the same sample as frame 2m of `OnsetCurves`.
struct NetworkFeatures {
  /// Frames of band levels from one frame of features to the next.
  static let step = 2
  /// A level of one thousandth, −60 dB, is where the logarithm begins to bend.
  static let gain: Float = 1000

  private var features: [Float]
  private var levelFrameCount = 0

  init(bandCount: Int = BandAnalyzer.bandCount) {
    features = [Float](repeating: 0, count: bandCount)
  }

  /// Takes in a frame of levels; calls `body` with the features if the frame counts.
  mutating func process(
    _ levels: UnsafeBufferPointer<Float>, _ body: (UnsafeBufferPointer<Float>) -> Void
  ) {
    levelFrameCount += 1
    guard levelFrameCount % Self.step == 1 else { return }
    features.withUnsafeMutableBufferPointer { features in
      VectorMath.logOfOnePlus(Self.gain, times: levels, into: features)
      body(UnsafeBufferPointer(features))
    }
  }
}

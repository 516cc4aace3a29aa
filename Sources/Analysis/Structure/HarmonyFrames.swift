/// Which pitch classes sound over time, in the bass and above it, in steps fine enough for a beat.
///
/// 520 bytes per second, 19 MB for ten hours.
struct HarmonyFrames {
  /// 0.37 s, which tells semitones apart down to 90 Hz.
  static let frameLength = 8_192
  static let hopLength = 4_096
  static let frameRate = Double(MonoSignal.sampleRate) / Double(hopLength)

  /// `[frame][register][pitch class]`; see ``PitchClassFinder``.
  private(set) var values: [Float] = []
  private var slicer = FrameSlicer(frameLength: frameLength, hopLength: hopLength)
  private var finder = PitchClassFinder()

  init() {}

  /// - Parameter values: Frames of `PitchClassFinder.valuesPerFrame` values.
  init(values: [Float]) {
    self.values = values
  }

  var frameCount: Int { values.count / PitchClassFinder.valuesPerFrame }

  /// Takes in samples at `MonoSignal.sampleRate`.
  mutating func process(_ samples: UnsafeBufferPointer<Float>) {
    slicer.process(samples) { frame in values.append(contentsOf: finder.process(frame)) }
  }

  /// Ends the stream; call once.
  mutating func finish() {
    slicer.finish { frame in values.append(contentsOf: finder.process(frame)) }
  }

  /// Where a moment in seconds lies among the frames: frame n spans n to n + 1, its centre between.
  static func position(ofTime time: Double) -> Double { time * frameRate + 0.5 }
}

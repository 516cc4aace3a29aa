import Glibc

/// How likely a beat, a downbeat and each group of instruments is, frame by frame.
///
/// Eight bytes per frame, 1.44 MB per hour of music: ten hours fit in memory.
struct Activations: Equatable {
  /// What a probability is given for, in the order of the network's heads.
  enum Channel: Int, CaseIterable {
    case beat, downbeat
    case vocal, drum, bass, other
  }

  /// Samples of the shared mono signal from one frame to the next.
  static let hopLength = NetworkFeatures.step * OnsetCurves.hopLength
  /// Frames per second.
  static let frameRate = Double(MonoSignal.sampleRate) / Double(hopLength)

  /// The moment of a frame, which may lie between two, in seconds from the start of the piece.
  static func time(ofFrame frame: Double) -> Double {
    OnsetCurves.time(ofFrame: Double(NetworkFeatures.step) * frame)
  }

  /// Beat and downbeat of each frame in turn, in 65,535ths: beats are picked by small differences.
  private var pulses: [UInt16] = []
  /// The instruments of each frame in turn, in 255ths.
  private var instruments: [UInt8] = []

  private static let pulseCount = 2
  private static let instrumentCount = 4

  var frameCount: Int { pulses.count / Self.pulseCount }

  /// The probability at a frame, 0…1.
  func value(_ channel: Channel, at frame: Int) -> Float {
    let index = channel.rawValue
    return index < Self.pulseCount
      ? Float(pulses[frame * Self.pulseCount + index]) / 65_535
      : Float(instruments[frame * Self.instrumentCount + index - Self.pulseCount]) / 255
  }

  /// The probabilities at all frames, 0…1.
  func curve(_ channel: Channel) -> [Float] {
    (0..<frameCount).map { value(channel, at: $0) }
  }

  /// Appends frames.
  ///
  /// - Parameter logits: A row for each channel, of log(p / (1 − p)).
  mutating func append(logits: ChannelRows, frameCount: Int) {
    for frame in 0..<frameCount {
      let probability = { (channel: Int) in
        1 / (1 + exp(-logits.first[channel * logits.stride + frame]))
      }
      for channel in 0..<Self.pulseCount {
        pulses.append(UInt16(quantize(probability(channel), steps: 65_535)))
      }
      for channel in Self.pulseCount..<(Self.pulseCount + Self.instrumentCount) {
        instruments.append(UInt8(quantize(probability(channel), steps: 255)))
      }
    }
  }

  /// A number of steps; what is not a number counts as zero.
  private func quantize(_ probability: Float, steps: Float) -> Float {
    probability >= 0 ? min(probability * steps + 0.5, steps) : 0
  }
}

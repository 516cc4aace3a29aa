import CEBUR128
import Decoders

/// What libebur128 measures: another program's reading of the same standards, to compare with.
public struct ReferenceMeter {
  /// In LUFS and LU; −∞ for silence.
  public var integrated = 0.0
  /// From one window a second, as EBU Tech 3342 had it in 2011.
  public var range = 0.0
  /// Over full windows that end every 10 ms; nil below 400 ms.
  public var maxMomentary: Double?
  /// Of full windows that end every 100 ms, in order.
  public var shortTerm: [Double] = []
  /// The highest of all channels, as an amplitude.
  public var truePeak = 0.0

  /// What there is to measure; the library's cost depends on it.
  public enum Extent: Sendable {
    /// Integrated loudness and range.
    case loudness
    /// These and true peak.
    case loudnessAndPeak
    /// All figures, asked for every 10 ms.
    case everything

    fileprivate var mode: Int32 {
      let loudness = EBUR128_MODE_I.rawValue | EBUR128_MODE_LRA.rawValue
      return Int32(
        self == .loudness ? loudness : loudness | EBUR128_MODE_TRUE_PEAK.rawValue)
    }
  }

  /// - Parameters:
  ///   - samples: Interleaved.
  ///   - countsMonoTwice: Whether a single channel is the library's "dual mono".
  public init(
    _ samples: [Float], format: AudioFormat, extent: Extent = .everything,
    countsMonoTwice: Bool = false
  ) {
    let channelCount = format.channelCount
    var state = ebur128_init(UInt32(channelCount), UInt(format.sampleRate), extent.mode)
    guard state != nil else { fatalError("libebur128 refuses \(format)") }
    defer { ebur128_destroy(&state) }
    for (index, channel) in Self.channels(format, countsMonoTwice: countsMonoTwice).enumerated() {
      ebur128_set_channel(state, UInt32(index), Int32(channel.rawValue))
    }
    let frameCount = samples.count / channelCount
    samples.withUnsafeBufferPointer { all in
      guard let base = all.baseAddress else { return }
      var (start, step) = (0, 1)
      while start < frameCount {
        let end = extent == .everything ? step * format.sampleRate / 100 : start + 4096
        let count = min(end, frameCount) - start
        ebur128_add_frames_float(state, base + start * channelCount, count)
        if extent == .everything, end <= frameCount { poll(state, step) }
        start += count
        step += 1
      }
    }
    ebur128_loudness_global(state, &integrated)
    ebur128_loudness_range(state, &range)
    guard extent != .loudness else { return }
    for channel in 0..<channelCount {
      var peak = 0.0
      ebur128_true_peak(state, UInt32(channel), &peak)
      truePeak = max(truePeak, peak)
    }
  }

  /// - Parameter planes: One array per channel, all of the same length.
  public init(
    planes: [[Float]], format: AudioFormat, extent: Extent = .everything,
    countsMonoTwice: Bool = false
  ) {
    let (channelCount, frameCount) = (planes.count, planes.first?.count ?? 0)
    var samples = [Float](repeating: 0, count: channelCount * frameCount)
    for (channel, plane) in planes.enumerated() {
      for frame in 0..<frameCount { samples[frame * channelCount + channel] = plane[frame] }
    }
    self.init(samples, format: format, extent: extent, countsMonoTwice: countsMonoTwice)
  }

  /// - Parameter step: Counts 10 ms.
  private mutating func poll(_ state: UnsafeMutablePointer<ebur128_state>?, _ step: Int) {
    var level = 0.0
    if step >= 40 {
      ebur128_loudness_momentary(state, &level)
      maxMomentary = max(maxMomentary ?? level, level)
    }
    if step >= 300, step % 10 == 0 {
      ebur128_loudness_shortterm(state, &level)
      shortTerm.append(level)
    }
  }

  private static func channels(_ format: AudioFormat, countsMonoTwice: Bool) -> [channel] {
    let positions = format.channelLayout.positions
    if positions.count == 1 { return [countsMonoTwice ? EBUR128_DUAL_MONO : EBUR128_LEFT] }
    let hasSides = positions.contains(.leftSide) || positions.contains(.rightSide)
    return positions.map { position in
      switch position {
      case .lowFrequency: EBUR128_UNUSED
      case .leftSurround: hasSides ? EBUR128_Mp135 : EBUR128_LEFT_SURROUND
      case .rightSurround: hasSides ? EBUR128_Mm135 : EBUR128_RIGHT_SURROUND
      case .leftSide: EBUR128_Mp090
      case .rightSide: EBUR128_Mm090
      case .centerSurround: EBUR128_Mp180
      case .right, .rightCenter: EBUR128_RIGHT
      case .center: EBUR128_CENTER
      case .left, .leftCenter, .top, .mono, .unknown: EBUR128_LEFT
      }
    }
  }
}

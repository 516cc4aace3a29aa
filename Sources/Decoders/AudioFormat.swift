/// How a stream of frames is to be read: its rate and what each channel is for.
public struct AudioFormat: Hashable, Sendable {
  /// Frames per second, 1 to 1,536,000.
  public let sampleRate: Int
  /// One position per channel, in the order of the planes of a ``PCMBuffer``.
  public let channelLayout: ChannelLayout

  public var channelCount: Int { channelLayout.positions.count }

  public init(sampleRate: Int, channelLayout: ChannelLayout) {
    self.sampleRate = sampleRate
    self.channelLayout = channelLayout
  }

  /// A format whose channels have the usual positions for their count.
  public init(sampleRate: Int, channelCount: Int) {
    self.init(sampleRate: sampleRate, channelLayout: .usual(channelCount: channelCount))
  }

  /// More channels than any container here can name; a file that claims more is malformed.
  public static let maximumChannelCount = 64
  /// The highest rate accepted from a file; DXD's 352.8 kHz and more fit.
  public static let maximumSampleRate = 1_536_000

  /// The length of `count` frames of one rate in frames of another, to the nearest.
  static func frameCount(_ count: Int, of rate: Int, at target: Int) -> Int {
    guard rate != target else { return count }
    return Int((Double(count) * Double(target) / Double(rate)).rounded())
  }
}

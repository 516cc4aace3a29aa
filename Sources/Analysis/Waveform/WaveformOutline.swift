/// The outline of a piece for drawing: how far the bass, the middle and the treble reach, column
/// by column.
///
/// Not a measurement: three bands of gentle filters, so that strokes of a bass drum, a voice and a
/// hi-hat are told apart by eye.
public struct WaveformOutline: Equatable, Sendable {
  /// Columns per second: ``usualRate``, or for long pieces that divided by a power of two.
  public let rate: Double
  /// The highest magnitude of each column below 150 Hz, between, and above 4 kHz, as 255 times
  /// its square root: small ones are told apart better so. 255 is full scale and all beyond.
  /// Of one length; empty for a piece of no length.
  public let low, mid, high: [UInt8]

  /// Enough to see on which side of a beat a stroke falls.
  public static let usualRate = 150.0
  /// The most columns: seven minutes at the usual rate.
  public static let columnLimit = 1 << 16
}

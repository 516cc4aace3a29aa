/// The rise of level in a few bands over time, in two bytes a frame.
///
/// Levels are whole multiples of 1/1024 (`LevelNormalizer`), and so are sums of their differences: what is
/// below 64 is kept exactly. More, which would be a dozen bands that all rise from nothing to two hundred
/// times the usual, counts as 64.
struct RiseCurve {
  private static let resolution: Float = 1024

  private var steps: [UInt16] = []

  init(_ values: [Float] = []) {
    for value in values { append(value) }
  }

  var count: Int { steps.count }

  /// - Parameter value: 0 or more.
  mutating func append(_ value: Float) {
    steps.append(UInt16(min(value * Self.resolution, Float(UInt16.max))))
  }

  /// The greatest rise in some frames; 0 for none.
  func greatest(in frames: Range<Int>) -> Float {
    Float(steps[frames].max() ?? 0) / Self.resolution
  }
}

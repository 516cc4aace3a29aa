/// The course of the spectrum in rough strokes: a byte per 80 ms and sixth of an octave.
///
/// It is what remains of the band levels for questions that come up only when the beats are known;
/// 460 bytes per second.
struct SpectralSketch {
  /// Frames in a stroke.
  static let strokeLength = 8
  /// Bands that share a byte.
  private static let bandsPerGroup = 2
  /// Units in a normalized level of 1; a byte reaches to 8.
  private static let resolution: Float = 32

  /// The centre of each group of bands in Hz.
  let centers: [Float]
  private var strokes: [UInt8] = []
  private var sums: [Float]
  private var pendingCount = 0

  var groupCount: Int { centers.count }
  private var strokeCount: Int { strokes.count / max(groupCount, 1) }

  /// - Parameter bandCenters: In Hz, ascending.
  init(bandCenters: [Float]) {
    centers = stride(from: 0, to: bandCenters.count, by: Self.bandsPerGroup).map { first in
      let group = bandCenters[first..<min(first + Self.bandsPerGroup, bandCenters.count)]
      return group.reduce(0, +) / Float(group.count)
    }
    sums = [Float](repeating: 0, count: centers.count)
  }

  /// Takes in a frame of normalized levels.
  mutating func append(_ frame: UnsafeBufferPointer<Float>) {
    for band in frame.indices { sums[band / Self.bandsPerGroup] += frame[band] }
    pendingCount += 1
    if pendingCount == Self.strokeLength { endStroke() }
  }

  /// Ends the last stroke.
  mutating func finish() {
    if pendingCount > 0 { endStroke() }
  }

  private mutating func endStroke() {
    let scale = Self.resolution / Float(pendingCount * Self.bandsPerGroup)
    for group in sums.indices {
      strokes.append(UInt8(min(sums[group] * scale + 0.5, 255)))
      sums[group] = 0
    }
    pendingCount = 0
  }

  /// The mean level of each group over a stretch of frames, whose ends may lie within strokes.
  func mean(from start: Double, to end: Double) -> [Float] {
    var means = [Float](repeating: 0, count: groupCount)
    let length = Double(Self.strokeLength)
    let first = min(max(0, Int(start / length)), max(0, strokeCount - 1))
    let last = min(max(first, Int((end / length).rounded(.up)) - 1), max(first, strokeCount - 1))
    guard strokeCount > 0 else { return means }
    var weights: Float = 0
    for stroke in first...last {
      let overlap = min(end, Double(stroke + 1) * length) - max(start, Double(stroke) * length)
      let weight = Float(max(overlap, 1e-3))
      for group in 0..<groupCount {
        means[group] += weight * Float(strokes[stroke * groupCount + group])
      }
      weights += weight
    }
    for group in means.indices { means[group] /= weights * Self.resolution }
    return means
  }
}

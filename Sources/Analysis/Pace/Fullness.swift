import Glibc

/// How full the sound is over time: 1 where every band is at its mean over the piece, less where
/// bands are empty, more where all are loud.
///
/// Bands are compared with themselves, so that gain and equalisation make no difference, and on a
/// logarithmic scale, so that compression makes little.
struct Fullness {
  private var values: [Float] = []

  /// Frames before and after a moment whose mean is taken.
  private static let reach = 2
  /// Bands whose mean is further below the greatest one than this, as a ratio, do not count.
  private static let range: Float = 0.001

  init(_ timbre: TimbreFrames) {
    let (count, width) = (timbre.frameCount, timbre.bandCount)
    guard count > 0 else { return }
    let levels = (0..<256).map { TimbreFrames.amplitude(ofStored: UInt8($0)) }
    var means = [Float](repeating: 0, count: width)
    for band in 0..<width {
      var sum = 0.0
      for frame in 0..<count { sum += Double(levels[Int(timbre.stored(band: band, at: frame))]) }
      means[band] = Float(sum / Double(count))
    }
    let floor = Self.range * (means.max() ?? 0)
    let counting = (0..<width).filter { means[$0] > max(floor, 0) }
    guard !counting.isEmpty else {
      values = [Float](repeating: 0, count: count)
      return
    }
    values = (0..<count).map { frame in
      var sum: Float = 0
      let near = max(0, frame - Self.reach)...min(count - 1, frame + Self.reach)
      for band in counting {
        var level: Float = 0
        for other in near { level += levels[Int(timbre.stored(band: band, at: other))] }
        sum += log2f(1 + level / Float(near.count) / means[band])
      }
      return sum / Float(counting.count)
    }
  }

  /// At a moment in seconds; 0 for silence.
  func value(at time: Double) -> Float {
    guard !values.isEmpty else { return 0 }
    return values[min(max(0, Int(TimbreFrames.position(ofTime: time))), values.count - 1)]
  }
}

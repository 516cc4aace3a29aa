/// How much the logarithmic level rises from one frame to the next, summed over bands.
///
/// A band is compared with the greatest of itself and its neighbours in the frame before, so that
/// vibrato, which moves energy from band to band, is no onset.
///
/// *Source:* Böck & Widmer, Maximum filter vibrato suppression for onset detection, DAFx 2013.
/// *Deviations:* levels relative to the seconds around them; the lag is one frame of 10 ms, whose
/// frames overlap by 79 %.
struct RiseDetector {
  struct Rise {
    var all: Float
    var low: Float
    var snare: Float
  }

  /// Hz: kick drum and bass begin below, snare drums stand out between.
  private static let lowLimit: Float = 140
  private static let snareRange: ClosedRange<Float> = 1_500...4_000

  private let lowBands: Range<Int>
  private let snareBands: Range<Int>
  /// The last frame after the maximum filter.
  private var previous: [Float]
  private var rises: [Float]

  init(centers: [Float]) {
    lowBands = 0..<(centers.firstIndex { $0 >= Self.lowLimit } ?? centers.count)
    let first = centers.firstIndex { $0 >= Self.snareRange.lowerBound } ?? centers.count
    let end = centers.firstIndex { $0 > Self.snareRange.upperBound } ?? centers.count
    snareBands = first..<end
    previous = [Float](repeating: 0, count: centers.count)
    rises = previous
  }

  /// The rise into this frame; the first one rises from silence.
  mutating func process(_ frame: UnsafeBufferPointer<Float>) -> Rise {
    let count = previous.count
    precondition(frame.count == count)
    previous.withUnsafeMutableBufferPointer { previous in
      rises.withUnsafeMutableBufferPointer { rises in
        for band in 0..<count {
          let rise = frame[band] - previous[band]
          rises[band] = rise > 0 ? rise : 0
        }
        for band in 0..<count {
          let lower = frame[max(band - 1, 0)]
          let upper = frame[min(band + 1, count - 1)]
          let side = lower > upper ? lower : upper
          previous[band] = side > frame[band] ? side : frame[band]
        }
      }
    }
    return Rise(all: sum(0..<count), low: sum(lowBands), snare: sum(snareBands))
  }

  private func sum(_ bands: Range<Int>) -> Float {
    var total: Float = 0
    for band in bands { total += rises[band] }
    return total
  }
}

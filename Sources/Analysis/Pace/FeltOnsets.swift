import Glibc

/// How much is felt to begin at each subdivision of the beat.
///
/// A slot lasts a half, a quarter or an eighth of a beat, whichever lies between 90 and 180 ms, so that it
/// is the same whether the tempo was taken at half or double. However many notes and strokes begin in a
/// slot, they are felt as one; it counts in full when it plainly stands out, and by how full the
/// sound is there: a chord of the whole band is more than a note of one instrument.
struct FeltOnsets {
  /// The moments between slots in seconds, ascending.
  let edges: [Double]
  /// How much begins in each slot: 0, or about 1, at most a few.
  let weights: [Float]

  private static let longestSlot = 0.18
  /// Where there is no beat.
  private static let plainSlot = 0.125
  /// Beats farther apart than this, in usual beats, have others missing between.
  private static let longestBeat = 1.6
  /// An onset's peak in the curves precedes it by up to this many seconds.
  private static let lead = 0.02
  /// The rise within 20 ms, a sum over bands of natural logarithms, from which something is felt to begin,
  /// and by how much more it does so in full.
  private static let leastRise: Float = 1
  private static let riseRange: Float = 3
  /// Frames to either side than which a peak is greater.
  private static let peakReach = 3

  init(
    curves: OnsetCurves, timbre: TimbreFrames, beats: [Double], sound: ClosedRange<Double>
  ) {
    edges = Self.slots(beats: beats, sound: sound)
    let fullness = Fullness(timbre)
    let frame = { (time: Double) in
      Int((time - Self.lead) * OnsetCurves.frameRate) + OnsetCurves.leadIn
    }
    let rises = Self.rises(curves.flux)
    weights = zip(edges, edges.dropFirst()).map { start, end in
      let first = min(max(0, frame(start)), rises.count)
      let last = min(max(first, frame(end)), rises.count)
      var rise: Float = 0
      for index in first..<last { rise = max(rise, rises[index]) }
      let felt = min(max((rise - Self.leastRise) / Self.riseRange, 0), 1)
      return felt > 0 ? felt * fullness.value(at: (start + end) / 2) : 0
    }
  }

  /// The rise within 20 ms at the frames where it is greatest, 0 at the others: an onset that goes on
  /// across the edge of a slot must not count in both.
  private static func rises(_ flux: [Float]) -> [Float] {
    let sums = flux.indices.map { $0 > 0 ? flux[$0 - 1] + flux[$0] : flux[$0] }
    return sums.indices.map { frame in
      let before = sums[max(0, frame - peakReach)..<frame].max() ?? 0
      let after = sums[frame...min(frame + peakReach, sums.count - 1)].max() ?? 0
      return sums[frame] > before && sums[frame] >= after ? sums[frame] : 0
    }
  }

  /// The sum of the weights over a stretch of seconds, slots at its ends in part.
  func sum(from start: Double, to end: Double) -> Double {
    var (low, high) = (0, weights.count)
    while low < high {
      let middle = (low + high) / 2
      if edges[middle + 1] <= start { low = middle + 1 } else { high = middle }
    }
    var sum = 0.0
    for slot in low..<weights.count {
      guard edges[slot] < end else { break }
      let overlap = min(end, edges[slot + 1]) - max(start, edges[slot])
      sum += Double(weights[slot]) * overlap / (edges[slot + 1] - edges[slot])
    }
    return sum
  }

  private static func slots(beats: [Double], sound: ClosedRange<Double>) -> [Double] {
    let inside = beats.filter { $0 > sound.lowerBound && $0 < sound.upperBound }
    let intervals = zip(inside, inside.dropFirst()).map { $1 - $0 }.sorted()
    let usual = intervals.isEmpty ? plainSlot : intervals[intervals.count / 2]
    var parts = 1
    while usual / Double(parts) > longestSlot { parts *= 2 }
    let slot = usual / Double(parts)
    var edges = [sound.lowerBound]
    for end in inside + [sound.upperBound] {
      let start = edges[edges.count - 1]
      let length = end - start
      let isBeat = start > sound.lowerBound && end < sound.upperBound
      let count =
        isBeat && length <= longestBeat * usual ? parts : max(1, Int((length / slot).rounded()))
      for part in 1..<max(count, 1) {
        edges.append(start + length * Double(part) / Double(count))
      }
      edges.append(end)
    }
    return edges
  }
}

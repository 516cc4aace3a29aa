/// The scores of all beats that may be going on at a frame.
struct BeatScores {
  /// For each of as many frames as the longest interval has, at place `frame mod depth`, and for
  /// each interval, the best score of a path whose last beat began there and lasts so long.
  private(set) var ring: [Float]
  let depth: Int
  /// From the scores of a frame to those of the next.
  let width: Int
  /// What has been taken off all scores, to keep them small: a Float counts to ten million, and
  /// must tell paths apart that differ by a hundredth.
  private(set) var offset = 0.0

  /// How often that is done, in frames.
  static let settlingPeriod = 4096

  init(_ space: BeatStateSpace, width: Int) {
    depth = space.intervals.last ?? 1
    self.width = width
    ring = [Float](repeating: -.infinity, count: depth * width)
  }

  mutating func withRing<Result>(
    _ body: (UnsafeMutableBufferPointer<Float>) -> Result
  ) -> Result {
    ring.withUnsafeMutableBufferPointer { body($0) }
  }

  /// Takes the greatest score off all, where `frame` says that it is time.
  mutating func settle(at frame: Int) {
    guard frame > 0, frame % Self.settlingPeriod == 0, let greatest = ring.max(),
      greatest.isFinite
    else { return }
    for index in ring.indices { ring[index] -= greatest }
    offset += Double(greatest)
  }

  /// The last beat of the best path that ends before `end`.
  func best(
    at end: Int, _ space: BeatStateSpace
  ) -> (frame: Int, interval: Int, score: Double) {
    var best = (frame: -1, interval: 0, score: -Float.infinity)
    for (index, interval) in space.intervals.enumerated() {
      for frame in max(0, end - interval)..<end {
        let score = ring[frame % depth * width + index]
        if score > best.score { best = (frame, index, score) }
      }
    }
    return (best.frame, best.interval, offset + Double(best.score))
  }
}

/// What a beat that begins at a frame is worth, per interval: the gains of the frames that are
/// expected to look like a beat, less what every beat costs.
struct BeatWorth {
  /// At the present frame.
  private(set) var values: [Float]

  private let gains: ArraySlice<Double>
  private let cost: Double
  /// The intervals whose beats last one frame, two frames and so on.
  private let runs: [Range<Int>]
  private var next: Int

  /// - Parameter gains: Of the frames to come, and as far behind them as their beats reach.
  init(_ space: BeatStateSpace, gains: ArraySlice<Double>, beatCost: Double, width: Int) {
    self.gains = gains
    cost = beatCost
    next = gains.startIndex
    let lengths = space.beatLengths
    runs = (0..<(lengths.last ?? 0)).map { length in
      let first = lengths.firstIndex { $0 > length } ?? lengths.count
      let last = lengths.firstIndex { $0 > length + 1 } ?? lengths.count
      return first..<last
    }
    values = [Float](repeating: 0, count: width)
  }

  /// Goes on to the next frame; first to the first one.
  mutating func advance() {
    var sum = -cost
    values.withUnsafeMutableBufferPointer { values in
      for (length, run) in runs.enumerated() {
        if next + length < gains.endIndex { sum += gains[next + length] }
        let worth = Float(sum)
        for index in run { values[index] = worth }
      }
    }
    next += 1
  }
}

/// How much the mean spectrum after a moment differs from the mean spectrum before it.
///
/// Where a chord, a bass note or a section begins, what follows sounds unlike what went before;
/// where only a hi-hat ticks, it does not. Beats are where things change, so this tells a beat
/// from the moment halfway between two beats, which the strength of onsets alone often cannot.
struct ChangeDetector {
  /// Bands below this many Hz follow the kick drum, not the harmony.
  private static let lowestFrequency: Float = 200

  /// The frames before and after a moment that are compared.
  let reach: Int
  private let bandCount: Int
  private let firstBand: Int
  /// The last `2 · reach` frames.
  private var history: [Float]
  private var before: [Float]
  private var after: [Float]
  private var inputCount = 0
  private var outputCount = 0

  init(centers: [Float], reach: Int) {
    precondition(reach > 0)
    self.reach = reach
    bandCount = centers.count
    firstBand = centers.firstIndex { $0 >= Self.lowestFrequency } ?? 0
    history = [Float](repeating: 0, count: 2 * reach * centers.count)
    before = [Float](repeating: 0, count: centers.count)
    after = before
  }

  /// Takes in a frame; calls `body` with the change at the frame that lies `reach - 1` back.
  mutating func process(_ frame: UnsafeBufferPointer<Float>, _ body: (Float) -> Void) {
    let slot = inputCount % (2 * reach) * bandCount
    for band in 0..<bandCount {
      history[slot + band] = frame[band]
      after[band] += frame[band]
    }
    inputCount += 1
    if inputCount >= reach { body(advance()) }
  }

  /// Calls `body` with the change at the frames that were waiting for what would follow.
  mutating func finish(_ body: (Float) -> Void) {
    while outputCount < inputCount { body(advance()) }
  }

  /// The change at frame `outputCount`; then moves on by one frame.
  private mutating func advance() -> Float {
    let here = outputCount
    let afterScale = 1 / Float(min(reach, inputCount - here))
    let beforeScale = 1 / Float(max(1, min(reach, here)))
    var change: Float = 0
    for band in firstBand..<bandCount {
      change += abs(after[band] * afterScale - before[band] * beforeScale)
    }
    let slot = here % (2 * reach) * bandCount
    for band in 0..<bandCount {
      let value = history[slot + band]
      after[band] -= value
      before[band] += value
    }
    if here >= reach {
      let oldest = (here - reach) % (2 * reach) * bandCount
      for band in 0..<bandCount { before[band] -= history[oldest + band] }
    }
    outputCount += 1
    return change
  }
}

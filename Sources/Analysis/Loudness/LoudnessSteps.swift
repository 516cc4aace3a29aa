/// The energies of the 100 ms steps of a piece, from which every window is put together.
///
/// Eight bytes per step: ten hours are 3 MB.
struct LoudnessSteps {
  let sampleRate: Int
  /// Per step, the weighted sum (not the mean) of the squares.
  private(set) var sums: [Double] = []

  static let stepsPerSecond = 10
  /// 400 ms, the gating block and the momentary window.
  static let momentary = 4
  /// 3 s.
  static let shortTerm = 30

  init(sampleRate: Int) {
    self.sampleRate = sampleRate
  }

  var count: Int { sums.count }

  mutating func append(sum: Double) {
    sums.append(sum)
  }

  /// The frame at which step `index` begins and the one before ends, exact at any rate:
  /// ⌈index · rate / 10⌉, so that a step is complete only when all its time has been heard.
  ///
  /// At a rate that 10 does not divide the steps differ by a frame, but the n-th second ends on the
  /// n-th second. Steps before 0 are the silence that precedes.
  func start(of index: Int) -> Int {
    divideRoundingUp(index * sampleRate, by: Self.stepsPerSecond)
  }

  /// The mean energy over the `length` steps that end with step `last`; silence precedes step 0.
  func energy(endingAt last: Int, length: Int) -> Double {
    let frames = start(of: last + 1) - start(of: last + 1 - length)
    guard frames > 0 else { return 0 }
    var sum = 0.0
    for index in max(last + 1 - length, 0)...last { sum += sums[index] }
    return sum / Double(frames)
  }

  /// The energies of all windows of `length` steps that are full, one per step.
  func fullWindowEnergies(length: Int) -> [Double] {
    guard count >= length else { return [] }
    return (length - 1..<count).map { energy(endingAt: $0, length: length) }
  }
}

/// ⌈dividend / divisor⌉ for a positive divisor.
func divideRoundingUp(_ dividend: Int, by divisor: Int) -> Int {
  dividend > 0 ? (dividend + divisor - 1) / divisor : dividend / divisor
}

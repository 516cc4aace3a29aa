/// How much a curve stands out from its own mean over the second around each moment, summed up as the
/// curve comes, so that none of it needs to be kept.
struct Prominence {
  /// Seconds either side of a moment over which the mean is taken.
  private static let meanReach = 0.5
  private static let reach = Int((meanReach * OnsetCurves.frameRate).rounded())

  /// Of all values.
  private(set) var sum = 0.0
  /// Of the squares of what lies above the local mean.
  private(set) var power = 0.0

  /// The last values, those that the next mean may need.
  private var recent = [Float](repeating: 0, count: 2 * reach + 2)
  private var windowSum = 0.0
  private var inputCount = 0
  private var outputCount = 0

  init() {}

  init(_ curve: [Float]) {
    for value in curve { append(value) }
    finish()
  }

  mutating func append(_ value: Float) {
    recent[inputCount % recent.count] = value
    windowSum += Double(value)
    inputCount += 1
    if inputCount > Self.reach { advance() }
  }

  /// Ends the curve; call once.
  mutating func finish() {
    while outputCount < inputCount { advance() }
  }

  private mutating func advance() {
    let leaving = outputCount - Self.reach - 1
    if leaving >= 0 { windowSum -= Double(recent[leaving % recent.count]) }
    let count = min(inputCount, outputCount + Self.reach + 1) - max(0, leaving + 1)
    let mean = Float(max(0, windowSum / Double(count)))
    let value = recent[outputCount % recent.count]
    sum += Double(value)
    let above = Double(max(0, value - mean))
    power += above * above
    outputCount += 1
  }
}

/// The highest momentary loudness on a grid of 10 ms.
///
/// A burst of 400 ms that begins between two 100 ms steps fills no window of theirs: they would
/// read it 0.5 LU too low. Tech 3341 cases 13 and 14 ask for the true maximum; 10 ms leaves 0.05 LU.
struct MomentaryMaximum {
  private static let substepsPerSecond = 100
  private static let windowLength = 40

  private let sampleRate: Int
  /// The sums of the last 40 substeps, eight to a vector, the newest in place of the oldest.
  private var ring = [SIMD8<Double>](repeating: SIMD8(), count: windowLength / 8)
  private var substepCount = 0
  /// The mean energy of the loudest full window; nil before 400 ms.
  private(set) var energy: Double?

  init(sampleRate: Int) {
    self.sampleRate = sampleRate
  }

  /// The frame at which the substep now running ends.
  var nextBoundary: Int { boundary(substepCount + 1) }

  /// Takes in the weighted sum of the squares of the substep that ends now.
  mutating func append(sum: Double) {
    let slot = substepCount % Self.windowLength
    ring[slot / 8][slot % 8] = sum
    substepCount += 1
    guard substepCount >= Self.windowLength else { return }
    let frames = boundary(substepCount) - boundary(substepCount - Self.windowLength)
    guard frames > 0 else { return }
    let window = (ring[0] + ring[1] + ring[2] + ring[3] + ring[4]).sum()
    energy = max(energy ?? 0, window / Double(frames))
  }

  /// The frame at which substep `index` begins.
  func boundary(_ index: Int) -> Int {
    divideRoundingUp(index * sampleRate, by: Self.substepsPerSecond)
  }
}

/// How strongly each pitch class sounds over time, in the bass and above it.
struct Chromagram {
  static let valuesPerFrame = 24

  /// `[frame][register][pitch class]`, the bass first, C first; sums of root amplitudes.
  private(set) var values: [Float]
  var frameCount: Int { values.count / Self.valuesPerFrame }

  init(values: [Float]) {
    self.values = values
  }

  /// Brings each frame to a sum of about 1, so that a loud chorus does not outvote a quiet verse;
  /// what is far below the piece's average (a fading tail, noise between notes) stays small.
  mutating func normalize() {
    let size = Self.valuesPerFrame
    let sums = (0..<frameCount).map { frame in
      values[frame * size..<(frame + 1) * size].reduce(0, +)
    }
    let sounding = sums.filter { $0 > 0 }
    guard !sounding.isEmpty else { return }
    let mean = Float(sounding.reduce(0) { $0 + Double($1) } / Double(sounding.count))
    for frame in 0..<frameCount {
      let factor = 1 / (sums[frame] + Self.floor * mean)
      for index in frame * size..<(frame + 1) * size { values[index] *= factor }
    }
  }

  /// In parts of the piece's mean frame sum.
  private static let floor: Float = 0.05

  /// The sum of both registers in one frame.
  func pitchClasses(of frame: Int) -> [Float] {
    let start = frame * Self.valuesPerFrame
    return (0..<12).map { values[start + $0] + values[start + 12 + $0] }
  }

  /// The sum of both registers over all frames, the maximum 1; empty when there is nothing.
  func profile() -> [Float] {
    var total = [Double](repeating: 0, count: 12)
    for index in values.indices { total[index % 12] += Double(values[index]) }
    guard let maximum = total.max(), maximum > 0 else { return [] }
    return total.map { Float($0 / maximum) }
  }
}

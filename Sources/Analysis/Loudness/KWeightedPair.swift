/// Filters two channels at once and adds up the squares.
///
/// The recursion allows no SIMD over time, so the lanes are the channels. One fourth-order section
/// in direct form II is the shortest chain of dependent operations; in Double its rounding is below
/// −200 dB of full scale.
struct KWeightedPair {
  private var z1 = SIMD2<Double>()
  private var z2 = SIMD2<Double>()
  private var z3 = SIMD2<Double>()
  private var z4 = SIMD2<Double>()
  private var sum = SIMD2<Double>()

  /// The state may grow to 1e6 times the input: this much of it is an input below −400 dBFS.
  private static let negligibleState = 1e-15

  /// Takes in `count` samples of both channels.
  mutating func process(
    _ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, count: Int, filter: Biquad4
  ) {
    let (b0, b1, b2, b3, b4) = filter.b
    let (a1, a2, a3, a4) = filter.a
    var (z1, z2, z3, z4, sum) = (z1, z2, z3, z4, sum)
    for i in 0..<count {
      let x = SIMD2(Double(first[i]), Double(second[i]))
      // The order of the operations leaves only the newest state on the critical path.
      let z0 = x - (a4 * z4 + a3 * z3 + a2 * z2) - a1 * z1
      let y = b0 * z0 + b1 * z1 + (b2 * z2 + b3 * z3 + b4 * z4)
      z4 = z3
      z3 = z2
      z2 = z1
      z1 = z0
      sum += y * y
    }
    (self.z1, self.z2, self.z3, self.z4, self.sum) = (z1, z2, z3, z4, sum)
  }

  /// The sum of the squares since the last call.
  ///
  /// Also ends a filter's tail before it reaches denormal numbers, which are a hundred times
  /// slower. To be called at fixed frames, so that results do not depend on blocks.
  mutating func takeSum() -> SIMD2<Double> {
    defer { sum = SIMD2() }
    for lane in 0..<2 {
      let largest = max(max(abs(z1[lane]), abs(z2[lane])), max(abs(z3[lane]), abs(z4[lane])))
      guard largest < Self.negligibleState else { continue }
      z1[lane] = 0
      z2[lane] = 0
      z3[lane] = 0
      z4[lane] = 0
    }
    return sum
  }
}

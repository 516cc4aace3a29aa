/// Reductions over runs of samples, eight lanes wide, in a fixed order so that every run of the
/// program gives the same bits.
enum VectorMath {
  /// Σ a[i]·b[i] over `count` values.
  @inline(__always)
  static func dot(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, count: Int) -> Float {
    var first = SIMD8<Float>(repeating: 0)
    var second = SIMD8<Float>(repeating: 0)
    var (ra, rb) = (UnsafeRawPointer(a), UnsafeRawPointer(b))
    let wholeCount = count / 16 * 16
    let end = UnsafeRawPointer(a + wholeCount)
    while ra < end {
      first += ra.loadUnaligned(as: SIMD8<Float>.self) * rb.loadUnaligned(as: SIMD8<Float>.self)
      second +=
        (ra + 32).loadUnaligned(as: SIMD8<Float>.self)
        * (rb + 32).loadUnaligned(as: SIMD8<Float>.self)
      ra += 64
      rb += 64
    }
    var sum = (first + second).sum()
    for i in wholeCount..<count { sum += a[i] * b[i] }
    return sum
  }

  /// max |x[i]|; 0 when there are no values.
  @inline(__always)
  static func greatestMagnitude(_ x: UnsafeBufferPointer<Float>) -> Float {
    guard let base = x.baseAddress else { return 0 }
    // Squares order like magnitudes and cost one operation less, but overflow; magnitudes do not.
    let bytes = UnsafeRawPointer(base)
    var greatest = SIMD8<Float>(repeating: 0)
    var i = 0
    while i + 8 <= x.count {
      var value = bytes.loadUnaligned(fromByteOffset: 4 * i, as: SIMD8<Float>.self)
      value.replace(with: -value, where: value .< 0)
      greatest.replace(with: value, where: value .> greatest)
      i += 8
    }
    var result = greatest.max()
    while i < x.count {
      result = max(result, abs(x[i]))
      i += 1
    }
    return result
  }

  /// Replaces each x by scale · √x.
  static func squareRoots(_ x: UnsafeMutableBufferPointer<Float>, times scale: Float) {
    let bytes = UnsafeMutableRawBufferPointer(x)
    let wholeCount = x.count / 8 * 8
    for start in stride(from: 0, to: wholeCount, by: 8) {
      let value = bytes.loadUnaligned(fromByteOffset: 4 * start, as: SIMD8<Float>.self)
      bytes.storeBytes(
        of: scale * value.squareRoot(), toByteOffset: 4 * start, as: SIMD8<Float>.self)
    }
    for index in wholeCount..<x.count { x[index] = scale * x[index].squareRoot() }
  }

  /// Rounds each x to a multiple of 1 / resolution, for |x| · resolution below four million.
  static func round(_ x: UnsafeMutableBufferPointer<Float>, resolution: Float) {
    // To a number with no binary places left, whatever is behind the point is rounded away.
    let magic: Float = 0x1.8p23
    let step = 1 / resolution
    for index in x.indices { x[index] = ((x[index] * resolution + magic) - magic) * step }
  }
}

/// Reductions over runs of samples, eight lanes wide, in a fixed order so that every run of the
/// program gives the same bits.
enum VectorMath {
  /// Σ a[i]·b[i] over `count` values.
  @inline(__always)
  static func dot(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, count: Int) -> Float {
    var first = SIMD8<Float>(repeating: 0)
    var second = SIMD8<Float>(repeating: 0)
    let (ra, rb) = (UnsafeRawPointer(a), UnsafeRawPointer(b))
    var i = 0
    while i + 16 <= count {
      first +=
        ra.loadUnaligned(fromByteOffset: 4 * i, as: SIMD8<Float>.self)
        * rb.loadUnaligned(fromByteOffset: 4 * i, as: SIMD8<Float>.self)
      second +=
        ra.loadUnaligned(fromByteOffset: 4 * i + 32, as: SIMD8<Float>.self)
        * rb.loadUnaligned(fromByteOffset: 4 * i + 32, as: SIMD8<Float>.self)
      i += 16
    }
    var sum = (first + second).sum()
    while i < count {
      sum += a[i] * b[i]
      i += 1
    }
    return sum
  }
}

/// Half the rate, at half the price: the case of 44.1 kHz.
///
/// All outputs use the same filter, so eight of them are computed side by side, on the even and the
/// odd samples apart so that their inputs lie side by side too; and the filter is symmetric, so
/// samples at equal distance from the middle are added before they are multiplied.
struct HalvingFilter {
  /// Outputs come in whole groups of this many.
  static let groupLength = 8

  /// Half of the middle, and every second tap of one side behind it: the samples that these take are
  /// in the plane of the middle one. The other taps take samples of the other plane.
  private let centralTaps: [SIMD8<Float>]
  private let otherTaps: [SIMD8<Float>]
  /// The taps of one side with the middle; the filter takes `2 · reach − 1` samples.
  let reach: Int
  private var even: [Float] = []
  private var odd: [Float] = []

  /// - Parameter side: The filter from its middle outwards.
  init(side: [Float]) {
    reach = side.count
    // The middle is met from both sides.
    let halved = side.enumerated().map { $0.offset == 0 ? $0.element / 2 : $0.element }
    centralTaps = stride(from: 0, to: reach, by: 2).map { SIMD8(repeating: halved[$0]) }
    otherTaps = stride(from: 1, to: reach, by: 2).map { SIMD8(repeating: halved[$0]) }
  }

  /// How many outputs follow from this many samples, the first output being at sample `reach − 1`.
  func outputCount(sampleCount: Int) -> Int {
    let count = (sampleCount - 2 * reach) / 2 + 1
    return max(count, 0) / Self.groupLength * Self.groupLength
  }

  /// Appends `outputCount(sampleCount: samples.count)` outputs.
  mutating func process(_ samples: UnsafeBufferPointer<Float>, into output: inout [Float]) {
    let count = outputCount(sampleCount: samples.count)
    guard count > 0 else { return }
    deinterleave(samples, length: count + reach - 1)
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: count))
    // Where the planes hold the middle sample and the two beside it, for the first output.
    let middle = reach - 1
    let isMiddleEven = middle % 2 == 0
    let (below, above) = ((middle - 1) / 2, (middle + 1) / 2)
    output.withUnsafeMutableBytes { output in
      even.withUnsafeBufferPointer { even in
        odd.withUnsafeBufferPointer { odd in
          guard let even = even.baseAddress, let odd = odd.baseAddress else { return }
          let (central, other) = isMiddleEven ? (even, odd) : (odd, even)
          for first in stride(from: 0, to: count, by: Self.groupLength) {
            let near = Self.fold(
              central + (first + middle / 2), central + (first + middle / 2), centralTaps)
            let far = Self.fold(other + (first + below), other + (first + above), otherTaps)
            output.storeBytes(
              of: near + far, toByteOffset: 4 * (start + first), as: SIMD8<Float>.self)
          }
        }
      }
    }
  }

  /// Σ taps_i · (down[−i] + up[i]), for eight neighbours at once.
  @inline(__always)
  private static func fold(
    _ down: UnsafePointer<Float>, _ up: UnsafePointer<Float>, _ taps: [SIMD8<Float>]
  ) -> SIMD8<Float> {
    var sum = SIMD8<Float>()
    taps.withUnsafeBufferPointer { taps in
      var (down, up) = (UnsafeRawPointer(down), UnsafeRawPointer(up))
      for tap in taps {
        sum +=
          tap
          * (down.loadUnaligned(as: SIMD8<Float>.self) + up.loadUnaligned(as: SIMD8<Float>.self))
        down -= MemoryLayout<Float>.stride
        up += MemoryLayout<Float>.stride
      }
    }
    return sum
  }

  /// Splits the first `2 · length` samples.
  private mutating func deinterleave(_ samples: UnsafeBufferPointer<Float>, length: Int) {
    if even.count < length {
      even = [Float](repeating: 0, count: length)
      odd = even
    }
    let samples = UnsafeRawBufferPointer(samples)
    even.withUnsafeMutableBytes { even in
      odd.withUnsafeMutableBytes { odd in
        var index = 0
        while index + 8 <= length {
          let pairs = samples.loadUnaligned(fromByteOffset: 8 * index, as: SIMD16<Float>.self)
          even.storeBytes(of: pairs.evenHalf, toByteOffset: 4 * index, as: SIMD8<Float>.self)
          odd.storeBytes(of: pairs.oddHalf, toByteOffset: 4 * index, as: SIMD8<Float>.self)
          index += 8
        }
        while index < length {
          let pair = samples.loadUnaligned(fromByteOffset: 8 * index, as: SIMD2<Float>.self)
          even.storeBytes(of: pair[0], toByteOffset: 4 * index, as: Float.self)
          odd.storeBytes(of: pair[1], toByteOffset: 4 * index, as: Float.self)
          index += 1
        }
      }
    }
  }
}

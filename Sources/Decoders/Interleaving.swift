/// Frames of one sample per channel, taken apart into planes.
enum Interleaving {
  /// - Parameters:
  ///   - source: `count` frames.
  ///   - planes: Room for the first channel; that of each further one begins `stride` samples on.
  static func separate(
    _ source: UnsafePointer<Float>, channelCount: Int, into planes: UnsafeMutablePointer<Float>,
    stride: Int, count: Int
  ) {
    switch channelCount {
    case 1: planes.update(from: source, count: count)
    case 2: separatePairs(source, left: planes, right: planes + stride, count: count)
    default:
      for channel in 0..<channelCount {
        let plane = planes + channel * stride
        var sample = source + channel
        for frame in 0..<count {
          plane[frame] = sample.pointee
          sample += channelCount
        }
      }
    }
  }

  private static func separatePairs(
    _ source: UnsafePointer<Float>, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>, count: Int
  ) {
    let input = UnsafeRawPointer(source)
    let (leftBytes, rightBytes) = (UnsafeMutableRawPointer(left), UnsafeMutableRawPointer(right))
    var frame = 0
    while frame <= count - 4 {
      let pairs = input.loadUnaligned(fromByteOffset: frame * 8, as: SIMD8<Float>.self)
      leftBytes.storeBytes(of: pairs.evenHalf, toByteOffset: frame * 4, as: SIMD4<Float>.self)
      rightBytes.storeBytes(of: pairs.oddHalf, toByteOffset: frame * 4, as: SIMD4<Float>.self)
      frame += 4
    }
    while frame < count {
      left[frame] = source[2 * frame]
      right[frame] = source[2 * frame + 1]
      frame += 1
    }
  }
}

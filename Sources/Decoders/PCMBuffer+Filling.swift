extension PCMBuffer {
  /// Fills the buffer with the start of interleaved audio.
  ///
  /// - Parameters:
  ///   - source: Frames of one sample per channel.
  ///   - count: How many frames; at most `frameCapacity`.
  mutating func fill(interleaved source: UnsafePointer<Float>, count: Int) {
    let channels = format.channelCount
    let stride = frameCapacity
    fill { all in
      guard let planes = all.baseAddress else { return 0 }
      switch channels {
      case 1: planes.update(from: source, count: count)
      case 2: Self.separate(source, left: planes, right: planes + stride, count: count)
      default:
        for channel in 0..<channels {
          let plane = planes + channel * stride
          var sample = source + channel
          for frame in 0..<count {
            plane[frame] = sample.pointee
            sample += channels
          }
        }
      }
      return count
    }
  }

  private static func separate(
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

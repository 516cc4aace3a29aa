extension PCMBuffer {
  /// Turns NaN and infinities into 0.
  ///
  /// - Returns: How many there were.
  mutating func zeroNonFiniteSamples() -> Int {
    let frames = frameCount
    let capacity = frameCapacity
    let channels = format.channelCount
    var found = 0
    samples.withUnsafeMutableBufferPointer { all in
      for channel in 0..<channels {
        let plane = UnsafeMutableBufferPointer(
          rebasing: all[(channel * capacity)...].prefix(frames))
        guard !Self.isFinite(plane) else { continue }
        for index in plane.indices where !plane[index].isFinite {
          plane[index] = 0
          found += 1
        }
      }
    }
    return found
  }

  /// Whether all samples are finite, eight at a time: this looks at every sample of every file.
  private static func isFinite(_ plane: UnsafeMutableBufferPointer<Float>) -> Bool {
    // x - x is 0 for every finite x and NaN otherwise, and NaN stays NaN in a sum.
    let bytes = UnsafeRawBufferPointer(plane)
    var probe = SIMD8<Float>()
    var index = 0
    while index <= plane.count - 8 {
      let samples = bytes.loadUnaligned(fromByteOffset: index * 4, as: SIMD8<Float>.self)
      probe += samples - samples
      index += 8
    }
    var rest = probe.sum()
    while index < plane.count {
      rest += plane[index] - plane[index]
      index += 1
    }
    return rest == 0
  }

  /// Empties the buffer.
  mutating func clear() {
    setFrameCount(0)
  }
}

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
        // x - x is 0 for every finite x and NaN otherwise, so one sum tells whether to look closer.
        var probe: Float = 0
        for sample in plane { probe += sample - sample }
        guard probe != 0 else { continue }
        for index in plane.indices where !plane[index].isFinite {
          plane[index] = 0
          found += 1
        }
      }
    }
    return found
  }

  /// Empties the buffer.
  mutating func clear() {
    setFrameCount(0)
  }
}

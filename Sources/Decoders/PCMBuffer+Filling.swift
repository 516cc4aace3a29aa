extension PCMBuffer {
  /// Fills the buffer with the start of interleaved audio.
  ///
  /// - Parameters:
  ///   - source: Frames of one sample per channel.
  ///   - count: How many frames; at most `frameCapacity`.
  mutating func fill(interleaved source: UnsafePointer<Float>, count: Int) {
    let (channelCount, stride) = (format.channelCount, frameCapacity)
    fill { all in
      guard let planes = all.baseAddress else { return 0 }
      Interleaving.separate(
        source, channelCount: channelCount, into: planes, stride: stride, count: count)
      return count
    }
  }
}

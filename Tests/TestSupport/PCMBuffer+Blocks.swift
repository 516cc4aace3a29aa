import Decoders

extension PCMBuffer {
  /// Cuts planes into consecutive blocks, as a decoder would deliver them.
  ///
  /// - Parameters:
  ///   - planes: One array per channel, all of the same length.
  ///   - layout: The channels' positions; the usual ones for their number when nil.
  ///   - size: Frames per block; the last one may be shorter.
  public static func blocks(
    planes: [[Float]], sampleRate: Int, layout: ChannelLayout? = nil, size: Int = 4096
  ) -> [PCMBuffer] {
    let length = planes.first?.count ?? 0
    let format = AudioFormat(
      sampleRate: sampleRate, channelLayout: layout ?? .usual(channelCount: planes.count))
    return stride(from: 0, to: length, by: size).map { start in
      var block = PCMBuffer(format: format, frameCapacity: size)
      block.fill(planes: planes, from: start)
      return block
    }
  }

  /// Fills the buffer with what lies in `planes` from a frame on, as much as it holds.
  public mutating func fill(planes: [[Float]], from start: Int) {
    let capacity = frameCapacity
    fill { storage in
      let count = min(capacity, max((planes.first?.count ?? 0) - start, 0))
      for (channel, plane) in planes.enumerated() {
        for frame in 0..<count { storage[channel * capacity + frame] = plane[start + frame] }
      }
      return count
    }
    startFrame = start
  }
}

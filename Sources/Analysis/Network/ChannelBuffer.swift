/// Where the rows of several channels lie: one number per frame, rows at equal distances.
struct ChannelRows {
  /// A frame of the first row.
  let first: UnsafeMutablePointer<Float>
  /// From a row to the next.
  let stride: Int

  /// The same frame, some rows on.
  func advanced(byRows count: Int) -> ChannelRows {
    ChannelRows(first: first + count * stride, stride: stride)
  }
}

/// Memory for rows of frames, one row per channel, with zeros at first.
final class ChannelBuffer {
  let rowCount: Int
  let frameCount: Int
  let rows: ChannelRows

  /// Floats in a cache line.
  private static let lineLength = 16

  init(rowCount: Int, frameCount: Int) {
    self.rowCount = rowCount
    self.frameCount = frameCount
    // An odd number of cache lines, so that a frame's neighbours in a column are not all competing
    // for the same few places of the cache.
    let lineCount = (frameCount + Self.lineLength - 1) / Self.lineLength | 1
    let stride = lineCount * Self.lineLength
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: 4 * stride * rowCount, alignment: 4 * Self.lineLength)
    let floats = bytes.bindMemory(to: Float.self, capacity: stride * rowCount)
    floats.initialize(repeating: 0, count: stride * rowCount)
    rows = ChannelRows(first: floats, stride: stride)
  }

  deinit {
    rows.first.deallocate()
  }

  var byteCount: Int { 4 * rows.stride * rowCount }
}

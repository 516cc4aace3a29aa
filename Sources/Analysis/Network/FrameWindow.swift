/// The part of a layer's input that the layer still needs, in a buffer whose size does not depend on
/// the length of the music.
///
/// A layer with `reach` r makes frame t from its input's frames t − r … t + r. What lies before the
/// first frame and behind the last one is zero.
final class FrameWindow {
  let reach: Int
  /// What comes in is at most so many frames at a time.
  let chunkLength: Int
  private let buffer: ChannelBuffer
  /// The columns of the buffer that are in use.
  private var columns: Range<Int>

  /// Frames are computed in groups of eight, the last group reaching over the end.
  static let slack = Convolution.framesTogether

  init(channelCount: Int, reach: Int, chunkLength: Int) {
    self.reach = reach
    self.chunkLength = chunkLength
    // Twice what is needed, so that a frame is moved at most once on its way through.
    let frameCount = 2 * (2 * reach + chunkLength + Self.slack)
    buffer = ChannelBuffer(rowCount: channelCount, frameCount: frameCount)
    columns = 0..<reach
  }

  var channelCount: Int { buffer.rowCount }
  var byteCount: Int { buffer.byteCount }

  /// The frames that the layer can make now.
  var readyCount: Int { max(0, columns.count - 2 * reach) }

  /// The input at the first of them.
  var ready: ChannelRows {
    ChannelRows(first: buffer.rows.first + columns.lowerBound + reach, stride: buffer.rows.stride)
  }

  /// Gives up the oldest frames, when the layer has made as many.
  func drop(_ count: Int) {
    columns = (columns.lowerBound + count)..<columns.upperBound
  }

  /// Appends frames that `body` writes; it may write up to `slack` more, which do not count.
  func append(_ count: Int, _ body: (ChannelRows) -> Void) {
    precondition(count <= chunkLength)
    if columns.upperBound + count + Self.slack > buffer.frameCount { moveToFront() }
    let rows = buffer.rows
    body(ChannelRows(first: rows.first + columns.upperBound, stride: rows.stride))
    columns = columns.lowerBound..<(columns.upperBound + count)
  }

  /// Appends frames of zeros.
  func appendZeros(_ count: Int) {
    append(count) { rows in
      for channel in 0..<channelCount {
        rows.advanced(byRows: channel).first.update(repeating: 0, count: count)
      }
    }
  }

  private func moveToFront() {
    for channel in 0..<channelCount {
      let row = buffer.rows.advanced(byRows: channel).first
      row.update(from: row + columns.lowerBound, count: columns.count)
    }
    columns = 0..<columns.count
  }
}

/// Cuts a stream into overlapping frames, frame n centred on sample n·hop.
///
/// The stream is taken as preceded and followed by silence, so that every sample from the first to
/// the last is the centre of some frame's neighbourhood: ⌈length / hop⌉ frames in all.
struct FrameSlicer {
  let frameLength: Int
  let hopLength: Int
  private var buffer: [Float]
  private var sampleCount = 0
  private(set) var frameCount = 0

  /// - Parameter hopLength: At most `frameLength`, so that no sample is passed over.
  init(frameLength: Int, hopLength: Int) {
    precondition(hopLength > 0 && hopLength <= frameLength)
    self.frameLength = frameLength
    self.hopLength = hopLength
    buffer = [Float](repeating: 0, count: frameLength / 2)
  }

  /// Takes in samples; calls `body` with each frame that is complete.
  mutating func process(
    _ samples: UnsafeBufferPointer<Float>, _ body: (UnsafeBufferPointer<Float>) -> Void
  ) {
    sampleCount += samples.count
    buffer.append(contentsOf: samples)
    emit(limit: .max, body)
  }

  /// Calls `body` with the frames that reach beyond the end.
  mutating func finish(_ body: (UnsafeBufferPointer<Float>) -> Void) {
    let total = (sampleCount + hopLength - 1) / hopLength
    buffer.append(contentsOf: repeatElement(0, count: frameLength))
    emit(limit: total, body)
  }

  private mutating func emit(limit: Int, _ body: (UnsafeBufferPointer<Float>) -> Void) {
    var start = 0
    buffer.withUnsafeBufferPointer { all in
      while frameCount < limit, start + frameLength <= all.count {
        body(UnsafeBufferPointer(rebasing: all[start..<(start + frameLength)]))
        start += hopLength
        frameCount += 1
      }
    }
    buffer.removeFirst(min(start, buffer.count))
  }
}

import TestSupport
import Testing

@testable import Analysis

@Suite("Framing")
struct FrameSlicerTests {
  /// Frame n is centred on sample n·hop; silence before and after.
  private func expectedFrames(_ signal: [Float], frameLength: Int, hopLength: Int) -> [[Float]] {
    stride(from: 0, to: signal.count, by: hopLength).map { centre in
      (0..<frameLength).map { index in
        let position = centre - frameLength / 2 + index
        return signal.indices.contains(position) ? signal[position] : 0
      }
    }
  }

  private func frames(
    _ signal: [Float], frameLength: Int, hopLength: Int, blockSize: Int
  ) -> [[Float]] {
    var slicer = FrameSlicer(frameLength: frameLength, hopLength: hopLength)
    var frames: [[Float]] = []
    for start in stride(from: 0, to: signal.count, by: blockSize) {
      let block = Array(signal[start..<min(start + blockSize, signal.count)])
      block.withUnsafeBufferPointer { slicer.process($0) { frames.append(Array($0)) } }
    }
    slicer.finish { frames.append(Array($0)) }
    return frames
  }

  @Test(
    "every remainder, frame length, hop and block size",
    arguments: [
      (4, 1), (4, 2), (4, 4), (8, 3), (9, 4), (16, 5), (1, 1), (7, 7),
    ])
  func remainders(frameLength: Int, hopLength: Int) {
    for count in 0...40 {
      let signal = (0..<count).map { Float($0 + 1) }
      let expected = expectedFrames(signal, frameLength: frameLength, hopLength: hopLength)
      for blockSize in [1, 3, 8, 64] {
        let ours = frames(
          signal, frameLength: frameLength, hopLength: hopLength, blockSize: blockSize)
        #expect(ours == expected, "\(count) samples in blocks of \(blockSize)")
      }
    }
  }
}

import TestSupport
import Testing

@testable import Decoders

@Suite struct SampleQueueTests {
  @Test("frames come out in the order they went in, planar, whatever the sizes")
  func order() {
    var queue = SampleQueue(channelCount: 2, frameCapacity: 50)
    var buffer = PCMBuffer(
      format: AudioFormat(sampleRate: 1000, channelCount: 2), frameCapacity: 50)
    var generator = SeededGenerator(seed: 8)
    var (sent, received) = (0, 0)
    for _ in 0..<2000 {
      let added = Int.random(in: 0...(50 - queue.count), using: &generator)
      queue.append(interleaved: (0..<2 * added).map { Float(2 * sent + $0) }, count: added)
      sent += added
      let moved = Int.random(in: 0...queue.count, using: &generator)
      queue.move(moved, to: &buffer)
      for channel in 0..<2 {
        let plane = buffer.withChannel(channel) { Array($0) }
        #expect(plane == (0..<moved).map { Float(2 * (received + $0) + channel) })
      }
      received += moved
      #expect(queue.count == sent - received)
    }
    #expect(received > 1000)
  }

  @Test("planes go in from any frame on; silence goes in as zeros; the tail can be cut")
  func planes() {
    var queue = SampleQueue(channelCount: 2, frameCapacity: 8)
    var left: [Float] = [1, 2, 3]
    var right: [Float] = [4, 5, 6]
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        queue.append(planes: [left.baseAddress, right.baseAddress], from: 1, count: 2)
      }
    }
    queue.appendSilence(count: 4)
    queue.removeLast(3)
    var buffer = PCMBuffer(
      format: AudioFormat(sampleRate: 1000, channelCount: 2), frameCapacity: 8)
    queue.move(3, to: &buffer)
    #expect((0..<2).map { buffer.withChannel($0) { Array($0) } } == [[2, 3, 0], [5, 6, 0]])
  }
}

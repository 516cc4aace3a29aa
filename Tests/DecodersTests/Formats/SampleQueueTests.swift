import TestSupport
import Testing

@testable import Decoders

@Suite struct SampleQueueTests {
  @Test("frames come out in the order they went in, whatever the sizes")
  func order() {
    var queue = SampleQueue(channelCount: 2, frameCapacity: 50)
    var generator = SeededGenerator(seed: 8)
    var sent = 0
    var received = 0
    for _ in 0..<2000 {
      let added = Int.random(in: 0...(50 - queue.count), using: &generator)
      queue.append((0..<2 * added).map { Float(2 * sent + $0) }, count: added)
      sent += added
      let removed = Int.random(in: 0...queue.count, using: &generator)
      for index in 0..<2 * removed {
        #expect(queue.front[index] == Float(2 * received + index))
      }
      queue.removeFirst(removed)
      received += removed
      #expect(queue.count == sent - received)
    }
    #expect(received > 1000)
  }

  @Test("silence goes in as zeros, and the tail can be cut")
  func silence() {
    var queue = SampleQueue(channelCount: 1, frameCapacity: 8)
    queue.append([1, 2, 3], count: 3)
    queue.removeFirst(1)
    queue.append(nil, count: 4)
    queue.removeLast(3)
    #expect(queue.count == 3)
    #expect((0..<3).map { queue.front[$0] } == [2, 3, 0])
  }
}

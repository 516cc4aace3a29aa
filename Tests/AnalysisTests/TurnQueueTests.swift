import Synchronization
import Testing

@testable import Analysis

struct TurnQueueTests {
  /// Waits, without any limit of time, until something holds.
  private func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
  }

  @Test func `no more begin than there are turns, and all end`() async throws {
    let queue = TurnQueue(limit: 3)
    let counts = Mutex((now: 0, most: 0, ended: 0))
    try await withThrowingTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          let turn = queue.enter()
          defer { turn.end() }
          try await turn.begin()
          counts.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
          }
          for _ in 0..<5 { await Task.yield() }
          counts.withLock {
            $0.now -= 1
            $0.ended += 1
          }
        }
      }
      try await group.waitForAll()
    }
    let (_, most, ended) = counts.withLock { $0 }
    #expect(most <= 3 && ended == 50)
    #expect(queue.counts == (waiting: 0, underWay: 0))
  }

  @Test func `those of one priority begin in the order in which they came`() async throws {
    let queue = TurnQueue(limit: 1)
    var first: Turn? = queue.enter()
    try await first?.begin()
    let order = Mutex<[Int]>([])
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<5 {
      tasks.append(
        Task {
          let turn = queue.enter()
          try await turn.begin()
          order.withLock { $0.append(number) }
          turn.end()
        })
      await until { queue.counts.waiting == number + 1 }
    }
    // A turn is given up with its last reference, too.
    first = nil
    for task in tasks { try await task.value }
    #expect(order.withLock { $0 } == [0, 1, 2, 3, 4])
  }

  @Test func `what is urgent does not wait for what is not`() async throws {
    let queue = TurnQueue(limit: 1)
    let slow = try await Task(priority: .low) {
      let turn = queue.enter()
      try await turn.begin()
      return turn
    }.value
    let waiting = Task(priority: .low) {
      let turn = queue.enter()
      try await turn.begin()
    }
    await until { queue.counts.waiting == 1 }
    // Does not return while it waits.
    try await Task(priority: .high) {
      let turn = queue.enter()
      try await turn.begin()
      turn.end()
    }.value
    #expect(queue.counts == (waiting: 1, underWay: 1))
    slow.end()
    try await waiting.value
  }

  @Test func `a wait ends at once when it or its task is cancelled, and holds nobody up`()
    async throws
  {
    let queue = TurnQueue(limit: 1)
    let holder = queue.enter()
    try await holder.begin()
    let cancelled = queue.enter()
    let task = Task {
      let turn = queue.enter()
      try await turn.begin()
    }
    let last = queue.enter()
    await until { queue.counts.waiting == 3 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.begin() }
    holder.end()
    try await last.begin()
    // It has begun: nothing to be cancelled any more.
    last.cancel()
    #expect(queue.counts.underWay == 1)
  }
}

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
    let tally = Tally()
    try await withThrowingTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          let turn = queue.enter()
          defer { turn.end() }
          try await turn.begin()
          tally.begin()
          for _ in 0..<5 { await Task.yield() }
          tally.end()
        }
      }
      try await group.waitForAll()
    }
    #expect(tally.most <= 3 && tally.endedCount == 50)
    #expect(queue.counts == (waiting: 0, underWay: 0))
  }

  @Test func `those of one priority begin in the order in which they came`() async throws {
    let queue = TurnQueue(limit: 1)
    var first: Turn? = queue.enter()
    try await first?.begin()
    let tally = Tally()
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<5 {
      tasks.append(
        Task {
          let turn = queue.enter()
          try await turn.begin()
          tally.begin(number)
          turn.end()
        })
      await until { queue.counts.waiting == number + 1 }
    }
    // A turn is given up with its last reference, too.
    first = nil
    for task in tasks { try await task.value }
    #expect(tally.order == [0, 1, 2, 3, 4])
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

/// Who is under way, and who was.
private final class Tally: Sendable {
  private struct State {
    var now = 0
    var most = 0
    var endedCount = 0
    var order: [Int] = []
  }

  private let state = Mutex(State())

  var most: Int { state.withLock { $0.most } }
  var endedCount: Int { state.withLock { $0.endedCount } }
  var order: [Int] { state.withLock { $0.order } }

  func begin(_ number: Int = 0) {
    state.withLock { state in
      state.now += 1
      state.most = max(state.most, state.now)
      state.order.append(number)
    }
  }

  func end() {
    state.withLock { state in
      state.now -= 1
      state.endedCount += 1
    }
  }
}

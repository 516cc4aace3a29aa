import FoundationEssentials
import Synchronization

/// Lets only so many analyses of files compute at once; the others wait for their turn.
///
/// An analysis under way needs megabytes, one that waits next to nothing, and more of them than
/// there are cores are no faster. Turns go by priority, then by arrival, and nobody waits for an
/// analysis of a lower priority than their own: what is urgent is not held up by what is not, at the
/// price of up to `limit` analyses under way for each priority in use.
///
/// Whoever has a turn waits for no other one, so that there is no deadlock: an analysis takes its one
/// turn before it reads, reads from a file only, and gives the turn back when it ends, however it
/// ends.
///
/// `Sendable` because all state is behind the mutex.
final class TurnQueue: Sendable {
  /// One turn for each core that this process may use.
  static let shared = TurnQueue(limit: max(1, ProcessInfo.processInfo.activeProcessorCount))

  private enum Place {
    case waiting(CheckedContinuation<Void, any Error>?)
    case underWay
    case cancelled
  }

  private struct Entry {
    var priority: TaskPriority
    var place: Place

    var isWaiting: Bool { if case .waiting = place { true } else { false } }
    var isUnderWay: Bool { if case .underWay = place { true } else { false } }
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    var nextNumber = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) {
    precondition(limit > 0)
    self.limit = limit
  }

  /// How many wait, and how many are under way.
  var counts: (waiting: Int, underWay: Int) {
    state.withLock { state in
      (
        state.entries.values.count(where: \.isWaiting),
        state.entries.values.count(where: \.isUnderWay)
      )
    }
  }

  /// Takes a place in the queue, at the priority of the present task.
  func enter() -> Turn {
    let priority = Task.currentPriority
    let (number, ready) = state.withLock { state in
      let number = state.nextNumber
      state.nextNumber += 1
      state.entries[number] = Entry(priority: priority, place: .waiting(nil))
      return (number, admit(&state))
    }
    for continuation in ready { continuation.resume() }
    return Turn(queue: self, number: number)
  }

  fileprivate func wait(_ number: Int) async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      let answer = state.withLock { state -> Result<Void, any Error>? in
        switch state.entries[number]?.place {
        case .waiting:
          state.entries[number]?.place = .waiting(continuation)
          return nil
        case .underWay: return .success(())
        case .cancelled, nil: return .failure(CancellationError())
        }
      }
      if let answer { continuation.resume(with: answer) }
    }
  }

  fileprivate func cancel(_ number: Int) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard case .waiting(let continuation)? = state.entries[number]?.place else { return nil }
      state.entries[number]?.place = .cancelled
      return continuation
    }
    waiter?.resume(throwing: CancellationError())
  }

  fileprivate func raise(_ number: Int, to priority: TaskPriority) {
    let ready = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
      guard let entry = state.entries[number], entry.priority < priority else { return [] }
      state.entries[number]?.priority = priority
      return admit(&state)
    }
    for continuation in ready { continuation.resume() }
  }

  fileprivate func leave(_ number: Int) {
    let ready = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
      guard state.entries.removeValue(forKey: number) != nil else { return [] }
      return admit(&state)
    }
    for continuation in ready { continuation.resume() }
  }

  /// Gives turns to all that may have one now.
  ///
  /// - Returns: Whom to tell.
  private func admit(_ state: inout State) -> [CheckedContinuation<Void, any Error>] {
    var ready: [CheckedContinuation<Void, any Error>] = []
    while true {
      let first = state.entries.filter(\.value.isWaiting).min {
        ($1.value.priority.rawValue, $0.key) < ($0.value.priority.rawValue, $1.key)
      }
      guard let first, case .waiting(let continuation) = first.value.place else { return ready }
      // If the foremost may not begin, nobody of a lower priority may.
      let rivals = state.entries.values.count {
        $0.isUnderWay && $0.priority >= first.value.priority
      }
      guard rivals < limit else { return ready }
      state.entries[first.key]?.place = .underWay
      if let continuation { ready.append(continuation) }
    }
  }
}

/// A place in a ``TurnQueue``, given up with its last reference.
final class Turn: Sendable {
  private let queue: TurnQueue
  private let number: Int

  fileprivate init(queue: TurnQueue, number: Int) {
    self.queue = queue
    self.number = number
  }

  deinit {
    queue.leave(number)
  }

  /// Waits until it is this one's turn.
  ///
  /// - Throws: `CancellationError` when it, or the task, is cancelled before.
  func begin() async throws {
    try await withTaskPriorityEscalationHandler {
      try await withTaskCancellationHandler {
        try await queue.wait(number)
      } onCancel: {
        queue.cancel(number)
      }
    } onPriorityEscalated: { [queue, number] _, priority in
      queue.raise(number, to: priority)
    }
  }

  /// Ends the wait; without effect once it is this one's turn.
  func cancel() {
    queue.cancel(number)
  }

  /// Lets the next one begin.
  func end() {
    queue.leave(number)
  }
}

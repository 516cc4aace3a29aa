import Synchronization

/// Carries loudness from the analysing task to all who listen.
///
/// A log, not a queue: the analysis appends and never waits, and each listener reads at its own
/// pace from the beginning. Forty bytes per 100 ms of audio, 1.4 MB an hour, which is less than the
/// curves of the final result take.
///
/// `Sendable` because all state is behind the mutex.
final class LoudnessLog: Sendable {
  private typealias Waiter = CheckedContinuation<LoudnessUpdate?, any Error>

  private struct State {
    var updates: [LoudnessUpdate] = []
    var ending: Result<Void, any Error>?
    /// Listeners that have read all there is.
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0
    var listenerCount = 0
    var isAbandoned = false
    var onAbandonment: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  // MARK: - The analysis' side

  func append(_ update: LoudnessUpdate) {
    let waiters = state.withLock { state -> [Int: Waiter] in
      guard state.ending == nil else { return [:] }
      state.updates.append(update)
      return take(&state.waiters)
    }
    for waiter in waiters.values { waiter.resume(returning: update) }
  }

  func finish() {
    end(.success(()))
  }

  func finish(throwing error: any Error) {
    end(.failure(error))
  }

  /// Whether somebody listened, and all have gone before the end: nobody wants the rest.
  var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  /// Has `action` called when, or as, nobody wants the rest any more.
  func whenAbandoned(_ action: @escaping @Sendable () -> Void) {
    let isAbandoned = state.withLock { state in
      state.onAbandonment = action
      return state.isAbandoned
    }
    if isAbandoned { action() }
  }

  private func end(_ ending: Result<Void, any Error>) {
    let waiters = state.withLock { state -> [Int: Waiter] in
      guard state.ending == nil else { return [:] }
      state.ending = ending
      return take(&state.waiters)
    }
    for waiter in waiters.values { waiter.resume(with: ending.map { nil }) }
  }

  private func take(_ waiters: inout [Int: Waiter]) -> [Int: Waiter] {
    defer { waiters = [:] }
    return waiters
  }

  // MARK: - The listeners' side

  func join() {
    state.withLock { $0.listenerCount += 1 }
  }

  func leave() {
    let action = state.withLock { state -> (@Sendable () -> Void)? in
      state.listenerCount -= 1
      guard state.listenerCount == 0, state.ending == nil else { return nil }
      state.isAbandoned = true
      return state.onAbandonment
    }
    action?()
  }

  /// The update number `index`, when it is there; nil when the analysis ended before it, or the
  /// listening task was cancelled. `index` is at most the number of updates so far.
  func update(at index: Int) async throws -> LoudnessUpdate? {
    let number = state.withLock { state in
      defer { state.nextWaiter += 1 }
      return state.nextWaiter
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer = state.withLock { state -> Result<LoudnessUpdate?, any Error>? in
          if index < state.updates.count { return .success(state.updates[index]) }
          if let ending = state.ending { return ending.map { nil } }
          if Task.isCancelled { return .success(nil) }
          state.waiters[number] = continuation
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
      waiter?.resume(returning: nil)
    }
  }
}

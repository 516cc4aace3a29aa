import Synchronization

/// The wish that an analysis should stop. Whoever computes looks at it before each block.
///
/// It stands beside the session, not in it, so that it is heard while the session computes.
/// `Sendable` because all state is behind the mutex.
final class StopSignal: Sendable {
  private struct State {
    var isRaised = false
    var turn: Turn?
  }

  private let state = Mutex(State())

  var isRaised: Bool { state.withLock(\.isRaised) }

  /// For good.
  func raise() {
    let turn = state.withLock { state in
      state.isRaised = true
      return state.turn
    }
    turn?.cancel()
  }

  /// Has a wait for a turn broken off as well.
  func breakOff(_ turn: Turn?) {
    let isRaised = state.withLock { state in
      state.turn = turn
      return state.isRaised
    }
    if isRaised { turn?.cancel() }
  }
}

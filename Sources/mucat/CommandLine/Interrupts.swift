import Dispatch
import Glibc
import Synchronization

/// Ctrl-C and SIGTERM for commands that have something to finish.
enum Interrupts {
  /// Runs an operation that the first signal cancels. A second signal ends the process at once.
  static func cancelling<Result: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task { try await operation() }
    return try await handling({ try await task.value }, first: { task.cancel() })
  }

  /// Runs an operation; the first signal calls `first`, a second one ends the process at once.
  ///
  /// The signals have their usual effect again afterwards. The handlers run on a queue of their
  /// own, for tasks that compute can keep Swift's own threads busy.
  static func handling<Result: Sendable>(
    _ operation: () async throws -> Result, first: @escaping @Sendable () -> Void
  ) async throws -> Result {
    let queue = DispatchQueue(label: "mucat.signals", qos: .userInteractive)
    let count = SignalCount()
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        guard count.isFirst() else { _exit(ExitStatus.interrupted.rawValue) }
        first()
      }
      source.resume()
      return source
    }
    defer {
      for (number, source) in zip([SIGINT, SIGTERM], sources) {
        source.cancel()
        signal(number, SIG_DFL)
      }
    }
    return try await operation()
  }
}

/// How often a signal came, for handlers that run one after the other.
private final class SignalCount: Sendable {
  private let hasCome = Atomic(false)

  func isFirst() -> Bool { !hasCome.exchange(true, ordering: .relaxed) }
}

import Dispatch
import Glibc

/// Ctrl-C and SIGTERM for commands that have something to finish.
enum Interrupts {
  /// Runs an operation that the first signal cancels. A second signal ends the process at once.
  ///
  /// The signals have their usual effect again afterwards. The handlers run on a queue of their
  /// own, for tasks that compute can keep Swift's own threads busy.
  static func cancelling<Result: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task { try await operation() }
    let queue = DispatchQueue(label: "mucat.signals", qos: .userInteractive)
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        if task.isCancelled { _exit(ExitStatus.interrupted.rawValue) }
        task.cancel()
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
    return try await task.value
  }
}

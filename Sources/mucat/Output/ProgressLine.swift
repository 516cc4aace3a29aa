import Catalog
import Dispatch
import Synchronization

/// Redraws a scan's progress on a terminal's standard error, and leaves nothing behind.
///
/// Drawn by a timer on a queue of its own: tasks that compute can keep Swift's own threads busy,
/// and a report per file must not cost a write per file.
final class ProgressLine: Sendable {
  private let stream: OutputStream
  private let width: Int
  private let state = Mutex(ScanProgress())
  private let queue = DispatchQueue(label: "mucat.progress", qos: .userInteractive)
  /// Dispatch sources may be used from any thread, though the protocol does not say so.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  /// Returns to the line's start and clears to its end (ECMA-48 EL).
  private static let erase = "\r\u{1B}[K"
  private static let interval = DispatchTimeInterval.milliseconds(100)

  /// - Returns: Nil when the stream is not a terminal.
  init?(stream: OutputStream, terminal: Terminal) {
    guard terminal.isTerminal, let width = terminal.width else { return nil }
    self.stream = stream
    // A line that fills the last column makes some terminals wrap.
    self.width = max(20, width - 1)
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
    timer.setEventHandler { [weak self] in self?.draw() }
    timer.resume()
  }

  /// Takes a new state; it is shown at the next tick.
  func show(_ progress: ScanProgress) {
    state.withLock { $0 = progress }
  }

  /// Stops drawing and clears the line.
  func finish() {
    timer.cancel()
    // Behind a drawing that may be under way.
    queue.sync { write(Self.erase) }
  }

  private func draw() {
    write(Self.erase + state.withLock { $0 }.line(width: width))
  }

  private func write(_ text: String) {
    // A terminal that went away is no reason to stop the work.
    try? stream.write(text)
  }
}

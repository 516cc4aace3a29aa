import Decoders
import Glibc
import Synchronization

/// Why nothing more can be written.
enum OutputError: Error, Hashable, Sendable {
  /// The reader went away (`mucat query … | head`): no failure, time to stop.
  case closed
  case io(errno: Int32)
}

/// Where text and bytes go: a descriptor, or memory in tests.
///
/// Safe to use from several tasks: each call is written whole.
final class OutputStream: Sendable {
  private let descriptor: Int32?
  /// Whether to gather until `flush`; else every call is written at once.
  private let buffers: Bool
  private let waiting = Mutex<[UInt8]>([])

  private static let capacity = 1 << 16

  init(descriptor: Int32, buffers: Bool) {
    self.descriptor = descriptor
    self.buffers = buffers
  }

  /// Keeps everything in memory.
  init() {
    descriptor = nil
    buffers = true
  }

  /// What was written to memory.
  var collected: [UInt8] { waiting.withLock { $0 } }

  func write(_ text: String) throws(OutputError) {
    try write(bytes: text.utf8)
  }

  func write(line: String) throws(OutputError) {
    try write(line + "\n")
  }

  func write(bytes: some Sequence<UInt8>) throws(OutputError) {
    let result = waiting.withLock { waiting -> Result<Void, OutputError> in
      waiting.append(contentsOf: bytes)
      guard descriptor != nil, !buffers || waiting.count >= Self.capacity else {
        return .success(())
      }
      return drain(&waiting)
    }
    try result.get()
  }

  func flush() throws(OutputError) {
    guard descriptor != nil else { return }
    try waiting.withLock { drain(&$0) }.get()
  }

  /// Writes all; what could not be written is forgotten, so that the error is met once.
  private func drain(_ waiting: inout [UInt8]) -> Result<Void, OutputError> {
    defer { waiting.removeAll(keepingCapacity: true) }
    guard let descriptor else { return .success(()) }
    do throws(OutputError) {
      try writeAll(waiting, to: descriptor)
      return .success(())
    } catch {
      return .failure(error)
    }
  }
}

/// Writes all bytes to a descriptor, however many calls it takes.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(OutputError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
      continue
    }
    switch errno {
    case EINTR: continue
    case EAGAIN:
      // Another process has made the shared terminal or pipe non-blocking.
      var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&state, 1, -1)
    case EPIPE: throw .closed
    case let code: throw .io(errno: code)
    }
  }
}

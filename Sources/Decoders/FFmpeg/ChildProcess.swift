internal import CSpawn
import Glibc

/// A running program that reads one open file and writes to a pipe.
///
/// Owns the process and the pipes: released, it kills the process with all that it started, reaps
/// it, and closes the pipes. Lives in one task. What the program says on standard error is drained
/// whenever its output is waited for, so that neither side can block the other.
final class ChildProcess {
  /// How a program ended.
  enum End: Hashable {
    case exited(status: Int)
    case killed(signal: Int)
    /// Reaped by someone else: a program that ignores SIGCHLD has no children to ask about.
    case unknown
  }

  /// Called with each piece of what the program says on standard error.
  private let hear: (UnsafeRawBufferPointer) -> Void
  private let pid: pid_t
  private var output: Int32
  private var messages: Int32
  private var end: End?
  private let patience: Duration
  /// What is waited for: the output and the messages. Kept, since waiting happens for every block.
  private var awaited = [pollfd](repeating: pollfd(), count: 2)

  /// How often a wait looks whether its task was cancelled.
  private static let pulse: Int32 = 200
  /// Pieces of standard error that are taken in before time and output are looked at again.
  private static let maximumPieceCount = 32

  /// - Parameters:
  ///   - program: An executable.
  ///   - arguments: Without the program's name.
  ///   - input: A descriptor that the program gets as number 3; it stays the caller's.
  ///   - patience: How long a program may give nothing and not end before it is killed.
  ///   - hear: Gets standard error.
  /// - Throws: `io` when it cannot be started.
  init(
    program: FilePath, arguments: [String], input: Int32, patience: Duration,
    hear: @escaping (UnsafeRawBufferPointer) -> Void
  ) throws(DecodingError) {
    // Nothing of the caller's environment gets in: it could make the program log to a file, or
    // speak another language than the one that its messages are read in.
    let variables = ["LC_ALL=C", "PATH=/usr/local/bin:/usr/bin:/bin"]
    var child = cspawn_child()
    let code = program.withCString { name in
      Self.withCStrings([program.bytes] + arguments.map { Array($0.utf8) }) { words in
        Self.withCStrings(variables.map { Array($0.utf8) }) { variables in
          cspawn_start(name, words, variables, input, &child)
        }
      }
    }
    guard code == 0 else { throw .io(errno: code) }
    pid = child.pid
    output = child.output
    messages = child.messages
    self.patience = patience
    self.hear = hear
  }

  deinit {
    stop()
  }

  /// Kills the program, if it has not ended, and gives everything back.
  func stop() {
    closePipes()
    guard end == nil else { return }
    kill(-pid, SIGKILL)
    end = Self.reap(pid, options: 0)
  }

  /// Reads what the program writes, as it comes.
  ///
  /// - Returns: The number of bytes, 0 when the program will write no more.
  /// - Throws: `io` with `ECANCELED` when the task is cancelled meanwhile, `malformed` when the
  ///   program gives nothing for too long. The program is stopped then.
  func read(into room: UnsafeMutableRawBufferPointer) throws(DecodingError) -> Int {
    guard output >= 0, !room.isEmpty else { return 0 }
    let start = ContinuousClock.now
    while true {
      if try wait(for: output, since: start) {
        let got = Glibc.read(output, room.baseAddress, room.count)
        if got >= 0 { return got }
        guard errno == EINTR || errno == EAGAIN else { throw .io(errno: errno) }
      }
    }
  }

  /// Takes in what the program has said up to now, without waiting; of a flood, only a part.
  func listen() {
    guard messages >= 0 else { return }
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { room in
      for _ in 0..<Self.maximumPieceCount {
        let got = Glibc.read(messages, room.baseAddress, room.count)
        if got > 0 {
          hear(UnsafeRawBufferPointer(rebasing: room[..<got]))
        } else if got < 0, errno == EINTR {
          continue
        } else {
          if got == 0 || errno != EAGAIN {
            close(messages)
            messages = -1
          }
          return
        }
      }
    }
  }

  /// Waits for the end of a program that writes no more, and takes in its last words.
  func waitForEnd() throws(DecodingError) -> End {
    if let end { return end }
    let start = ContinuousClock.now
    while messages >= 0 { _ = try wait(for: -1, since: start) }
    while true {
      if let end = Self.reap(pid, options: WNOHANG) {
        self.end = end
        closePipes()
        return end
      }
      // Its pipes are closed, so it is about to end: a short sleep is enough.
      usleep(1000)
      try checkPatience(since: start)
    }
  }

  /// Waits for bytes on `descriptor` or for something said; true when there are bytes or an end.
  private func wait(
    for descriptor: Int32, since start: ContinuousClock.Instant
  ) throws(DecodingError) -> Bool {
    awaited[0] = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    awaited[1] = pollfd(fd: messages, events: Int16(POLLIN), revents: 0)
    let count = poll(&awaited, 2, Self.pulse)
    if count < 0, errno != EINTR { throw .io(errno: errno) }
    if count > 0, awaited[1].revents != 0 { listen() }
    if count > 0, awaited[0].revents != 0 { return true }
    try checkPatience(since: start)
    return false
  }

  private func checkPatience(since start: ContinuousClock.Instant) throws(DecodingError) {
    if Task.isCancelled {
      stop()
      throw .io(errno: ECANCELED)
    }
    guard ContinuousClock.now - start > patience else { return }
    stop()
    throw .malformed(detail: "ffmpeg gave no audio for \(patience.components.seconds) s")
  }

  /// Calls `body` with texts as C has them: a list of pointers that ends with a null pointer.
  private static func withCStrings(
    _ texts: [[UInt8]], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { text in
      FilePath(bytes: text).withCString { strdup($0) }
    }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
  }

  private func closePipes() {
    if output >= 0 { close(output) }
    if messages >= 0 { close(messages) }
    output = -1
    messages = -1
  }

  /// - Returns: Nil when the process is still running, which only `WNOHANG` allows.
  private static func reap(_ pid: pid_t, options: Int32) -> End? {
    var status: Int32 = 0
    while true {
      let reaped = waitpid(pid, &status, options)
      if reaped == pid {
        let end = Int(cspawn_end(status))
        return end < 0 ? .killed(signal: -end) : .exited(status: end)
      }
      if reaped == 0 { return nil }
      if errno != EINTR { return .unknown }
    }
  }
}

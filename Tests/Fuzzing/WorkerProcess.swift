import Decoders
import Glibc
import TestSupport

/// A worker seen from outside: started when needed, given one file at a time, watched, and ended
/// when a file takes it too long.
final class WorkerProcess {
  /// What became of a file.
  enum Verdict: Hashable {
    case examined
    /// The process died, by the signal of this number.
    case crash(Int32)
    case hang
    case memory(megabytes: Int)
    case brokenPromise(String)
  }

  static let memoryLimitMegabytes = 300

  /// The file that the worker reads.
  let path: FilePath
  private let errorPath: FilePath
  private var process: pid_t = 0
  private var input: Int32 = -1
  private(set) var output: Int32 = -1
  private var started = 0.0
  private let patience: Double

  /// - Parameters:
  ///   - folder: Where the worker's file lies.
  ///   - patience: How long a file may take, in seconds.
  init(number: Int, in folder: TemporaryDirectory, patience: Double) {
    self.patience = patience
    path = folder.appending("mutant.\(number)")
    errorPath = folder.appending("errors.\(number)")
  }

  deinit {
    stop()
  }

  /// Hands a file over; the answer comes at ``output``.
  func examine(_ bytes: [UInt8], in folder: TemporaryDirectory) {
    folder.write(bytes, to: path)
    if process == 0 { start() }
    started = Clock.seconds
    // A worker that died in between shows when its answer is read.
    _ = write(input, [1], 1)
  }

  /// How long the worker has had its file.
  var seconds: Double { Clock.seconds - started }

  /// Whether that is too long.
  var isLate: Bool { seconds > patience }

  /// Takes the answer when ``output`` has something to read.
  func finish() -> (verdict: Verdict, examination: Examination?) {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(output, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return (.crash(stop()), nil) }
      if byte == UInt8(ascii: "\n") { break }
      bytes.append(byte)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let tab = text.firstIndex(of: "\t"), let kilobytes = Int(text[..<tab]),
      let examination = Examination(line: text[text.index(after: tab)...])
    else { return (.crash(stop()), nil) }
    if kilobytes > Self.memoryLimitMegabytes * 1024 {
      // What it keeps must not be laid to the next file.
      stop()
      return (.memory(megabytes: kilobytes / 1024), examination)
    }
    if let sentence = examination.brokenPromise { return (.brokenPromise(sentence), examination) }
    return (.examined, examination)
  }

  /// Waits for the answer as long as the file may take.
  func wait() -> (verdict: Verdict, examination: Examination?) {
    var state = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    while poll(&state, 1, Int32(patience * 1000)) < 0, errno == EINTR {}
    guard state.revents == 0 else { return finish() }
    stop(isStuck: true)
    return (.hang, nil)
  }

  /// Ends the process and the programs that it started.
  ///
  /// - Parameter isStuck: It is killed; else it ends by itself once nothing more comes in.
  /// - Returns: The signal that ended it, 0 for none.
  @discardableResult
  func stop(isStuck: Bool = false) -> Int32 {
    guard process != 0 else { return 0 }
    close(input)
    close(output)
    if isStuck { kill(-process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    kill(-process, SIGKILL)
    process = 0
    return status & 0x7F
  }

  /// The last lines that the worker wrote to its error stream.
  var errorText: String {
    String(decoding: TemporaryDirectory.contents(of: errorPath).suffix(4096), as: UTF8.self)
  }

  private func start() {
    let (request, answer) = (Self.pipe(), Self.pipe())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, request.read, 0)
    posix_spawn_file_actions_adddup2(&actions, answer.write, 1)
    _ = errorPath.withCString {
      posix_spawn_file_actions_addopen(&actions, 2, $0, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    // A group of its own: the programs that it starts end with it.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)

    var arguments = ["Fuzzing", "worker", path.utf8Text].map { $0.flatMap { strdup($0) } } + [nil]
    defer { for argument in arguments { free(argument) } }
    let code = posix_spawn(&process, "/proc/self/exe", &actions, &attributes, &arguments, environ)
    guard code == 0 else { fatalError("no worker: error \(code)") }
    close(request.read)
    close(answer.write)
    (input, output) = (request.write, answer.read)
  }
}

extension WorkerProcess {
  /// A pipe whose ends no other worker inherits.
  private static func pipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { fatalError("no pipe: error \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}

enum Clock {
  /// Seconds since some moment, that no change of the date moves.
  static var seconds: Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}

import Decoders
import Glibc
import Synchronization
import TestSupport
import Testing

/// Runs the built binary as a user would: its own process, folder, environment and streams.
struct MucatProcess {
  struct Outcome {
    /// The exit status, or minus the number of the signal that ended the process.
    let status: Int32
    let outputBytes: [UInt8]
    let errorBytes: [UInt8]

    var output: String { String(decoding: outputBytes, as: UTF8.self) }
    var errors: String { String(decoding: errorBytes, as: UTF8.self) }
    var outputLines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// The binary of the build that these tests belong to: beside the test bundle, wherever that is.
  static let binary: FilePath = {
    // The bundle's path is an argument of the test runner; it may be the bundle or a file in it.
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") }.map { FilePath($0) }
    let package = FilePath(#filePath).parent.parent.parent.parent
    var folders: [FilePath] = []
    if let bundle { folders = [bundle.parent, bundle.parent.parent.parent.parent] }
    for folder in folders + [package.appending(".build/debug".utf8)] {
      let binary = folder.appending("mucat".utf8)
      if binary.withCString({ access($0, X_OK) }) == 0 { return binary }
    }
    fatalError("mucat is not built beside these tests")
  }()

  /// Where the process is started, and where its catalogue and streams are.
  let folder: TemporaryDirectory
  var variables: [String: String] = [:]

  init(in folder: TemporaryDirectory) {
    self.folder = folder
    variables["MUCAT_CATALOG"] = folder.appending("catalog.db").utf8Text
    variables["PATH"] = "/usr/bin:/bin"
    variables["LANG"] = "C.UTF-8"
  }

  /// Runs to the end. A process that hangs is killed, and shows as status −9.
  func run(_ words: String...) async throws -> Outcome {
    try await run(words: words.map { Array($0.utf8) })
  }

  func run(words: [[UInt8]]) async throws -> Outcome {
    try await start(words).finished()
  }

  /// Runs to the end with both streams on a terminal of `width` columns.
  ///
  /// - Returns: All that was written to the terminal, lines ended by CR LF.
  func runOnTerminal(width: UInt16, _ words: String...) async throws -> (
    screen: String, status: Int32
  ) {
    var size = winsize(ws_row: 24, ws_col: width, ws_xpixel: 0, ws_ypixel: 0)
    var (master, slave): (Int32, Int32) = (-1, -1)
    guard openpty(&master, &slave, nil, nil, &size) == 0 else { throw SpawnError(code: errno) }
    defer { close(master) }
    // Reading must not wait: what the process writes is taken while it runs, for a terminal holds
    // little.
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    let running = try start(
      words.map { Array($0.utf8) }, outputDescriptor: slave, errorDescriptor: slave)
    close(slave)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(master, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
      } else if count == 0 || errno != EAGAIN {
        // EIO: the last writer is gone.
        break
      } else {
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    return (String(decoding: bytes, as: UTF8.self), try await running.finished().status)
  }

  /// Starts without waiting.
  ///
  /// - Parameters:
  ///   - inputDescriptor: What standard input is instead of nothing.
  ///   - outputDescriptor: Where standard output goes instead of being kept.
  func start(
    _ words: [[UInt8]], inputDescriptor: Int32? = nil, outputDescriptor: Int32? = nil,
    errorDescriptor: Int32? = nil
  ) throws -> Running {
    let number = Self.counter.next()
    let outputPath = folder.appending("stdout.\(number)")
    let errorPath = folder.appending("stderr.\(number)")

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    func redirect(_ stream: Int32, to path: FilePath, or descriptor: Int32?) {
      if let descriptor {
        posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
      } else {
        path.withCString { name in
          _ = posix_spawn_file_actions_addopen(
            &actions, stream, name, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        }
      }
    }
    if let inputDescriptor {
      posix_spawn_file_actions_adddup2(&actions, inputDescriptor, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    redirect(1, to: outputPath, or: outputDescriptor)
    redirect(2, to: errorPath, or: errorDescriptor)

    // `env -C` changes the folder and then becomes the program; the C library's own way is hidden
    // from Swift.
    let command = [Array("env".utf8), Array("-C".utf8), folder.path.bytes, Self.binary.bytes]
    let arguments = CStrings(command + words)
    let environment = CStrings(variables.map { Array("\($0.key)=\($0.value)".utf8) })
    var process: pid_t = 0
    let code = posix_spawn(
      &process, "/usr/bin/env", &actions, nil, arguments.pointers, environment.pointers)
    guard code == 0 else { throw SpawnError(code: code) }
    return Running(
      process: process, outputPath: outputDescriptor == nil ? outputPath : nil,
      errorPath: errorDescriptor == nil ? errorPath : nil)
  }

  struct SpawnError: Error { let code: Int32 }

  /// A process under way.
  struct Running {
    let process: pid_t
    let outputPath: FilePath?
    let errorPath: FilePath?

    /// Sends a signal as soon as standard output has that many lines.
    ///
    /// A process of its own watches: a task of this one may have to wait for seconds until the
    /// other tests leave it a thread.
    func signal(_ name: String = "INT", afterOutputLines count: Int) throws {
      guard let outputPath else { throw SpawnError(code: EINVAL) }
      let watch = """
        until [ "$(wc -l < "$0")" -ge \(count) ]; do
          kill -0 \(process) || exit; sleep 0.01
        done; kill -\(name) \(process)
        """
      // In the background of a shell that ends at once, so that nobody has to wait for it.
      let arguments = CStrings(
        ["sh", "-c", "(\(watch)) &"].map { Array($0.utf8) } + [outputPath.bytes])
      let environment = CStrings([Array("PATH=/usr/bin:/bin".utf8)])
      var shell: pid_t = 0
      let code = posix_spawn(
        &shell, "/bin/sh", nil, nil, arguments.pointers, environment.pointers)
      guard code == 0 else { throw SpawnError(code: code) }
      waitpid(shell, nil, 0)
    }

    /// Waits without blocking the thread that other tests need.
    func finished(withinSeconds limit: Int = 120) async throws -> Outcome {
      var status: Int32 = 0
      for tick in 0... {
        if waitpid(process, &status, WNOHANG) != 0 { break }
        if tick == limit * 100 { kill(process, SIGKILL) }
        try await Task.sleep(for: .milliseconds(10))
      }
      let signal = status & 0x7F
      return Outcome(
        status: signal == 0 ? (status >> 8) & 0xFF : -signal,
        outputBytes: outputPath.map(TemporaryDirectory.contents) ?? [],
        errorBytes: errorPath.map(TemporaryDirectory.contents) ?? [])
    }
  }

  private static let counter = Counter()
}

/// Zero-terminated strings in a zero-terminated list, as the system takes them.
private final class CStrings {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ strings: [[UInt8]]) {
    pointers =
      strings.map { bytes in
        strdup((bytes + [0]).map { CChar(bitPattern: $0) })
      } + [nil]
  }

  deinit {
    for pointer in pointers { free(pointer) }
  }
}

/// Numbers for file names, from any thread.
private final class Counter: Sendable {
  private let value = Atomic(0)

  func next() -> Int {
    value.add(1, ordering: .relaxed).newValue
  }
}

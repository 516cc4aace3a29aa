import Decoders
import FoundationEssentials
import Glibc
import TestSupport

@testable import mucat

/// A Chromium without a window, driven through its debugging pipe: JSON messages ended by zeros.
///
/// Everything that it writes is in a folder of its own that goes with it. Tests that need it are skipped,
/// and say so, where it is absent.
actor Chromium {
  /// The browser's program; nil where it is not installed.
  static let program: String? = {
    let names = ["chromium", "chromium-browser", "google-chrome"]
    return names.map { "/usr/bin/" + $0 }.first { access($0, X_OK) == 0 }
  }()

  struct Failure: Error {
    let message: String
  }

  /// Its profile, its home, and what it would leave in /tmp.
  private let folder = TemporaryDirectory()
  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private var unread: [UInt8] = []
  private var lastID = 0
  private var session: String?
  /// What the page complained about: exceptions, errors on the console, refused requests.
  private(set) var complaints: [String] = []
  /// Every address that was asked for.
  private(set) var requests: [String] = []
  private var loadCount = 0

  init() throws {
    guard let program = Self.program else { throw Failure(message: "no Chromium") }
    let (toRead, toWrite) = (try Self.pipe(), try Self.pipe())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toWrite.reading, 3)
    posix_spawn_file_actions_adddup2(&actions, toRead.writing, 4)
    for stream in Int32(0)...2 {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    let words = [
      program, "--headless=new", "--remote-debugging-pipe",
      "--user-data-dir=\(folder.makeFolder("profile"))",
      // Tests may run as root, where the sandbox cannot, and in a container with little /dev/shm.
      "--no-sandbox", "--disable-dev-shm-usage",
      "--no-first-run", "--disable-gpu", "--mute-audio", "--disable-breakpad",
      "--autoplay-policy=no-user-gesture-required", "--disable-background-networking",
      "--disable-component-update", "--disable-extensions", "about:blank",
    ]
    let variables = [
      "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=\(folder.makeFolder("home"))",
      "TMPDIR=\(folder.makeFolder("tmp"))", "XDG_RUNTIME_DIR=\(folder.makeFolder("run"))",
      // No message bus is asked for, nor started.
      "DBUS_SESSION_BUS_ADDRESS=disabled:", "DBUS_SYSTEM_BUS_ADDRESS=disabled:",
    ]
    folder.appending("run").withCString { _ = chmod($0, 0o700) }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    // A group of its own, so that all its processes can be ended.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, &attributes, &arguments, &environment)
    close(toWrite.reading)
    close(toRead.writing)
    guard code == 0 else { throw Failure(message: "cannot start \(program)") }
    (self.process, input, output) = (process, toWrite.writing, toRead.reading)
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(input)
    close(output)
    kill(-process, SIGKILL)
    waitpid(process, nil, 0)
    // Its other processes must be gone, or they write into the folder while it is removed.
    for _ in 0..<200 where kill(-process, 0) == 0 { usleep(10_000) }
  }

  /// Opens a file in a window of that size, and waits until it is loaded.
  func open(_ page: FilePath, width: Int = 1280, height: Int = 900) async throws {
    if session == nil { try await attach() }
    _ = try await call(
      "Emulation.setDeviceMetricsOverride",
      #"{"width":\#(width),"height":\#(height),"deviceScaleFactor":1,"mobile":false}"#)
    let before = loadCount
    _ = try await call("Page.navigate", #"{"url":"file://\#(page)"}"#)
    while loadCount == before { handle(try await message()) }
  }

  /// The value of an expression; that of a promise when it is kept.
  func value(of expression: String) async throws -> JSONValue {
    let text = String(decoding: try JSONEncoder().encode(expression), as: UTF8.self)
    let answer = try await call(
      "Runtime.evaluate",
      #"{"expression":\#(text),"awaitPromise":true,"returnByValue":true,"userGesture":true}"#)
    if let exception = answer["exceptionDetails"] { throw Failure(message: "\(exception)") }
    return answer["result"]?["value"] ?? .null
  }

  private func attach() async throws {
    let made = try await call("Target.createTarget", #"{"url":"about:blank"}"#)
    guard case .text(let target)? = made["targetId"] else { throw Failure(message: "no page") }
    let attached = try await call(
      "Target.attachToTarget", #"{"targetId":"\#(target)","flatten":true}"#)
    guard case .text(let session)? = attached["sessionId"] else {
      throw Failure(message: "no session")
    }
    self.session = session
    for domain in ["Page", "Runtime", "Log", "Network"] { _ = try await call("\(domain).enable") }
  }

  private func call(_ method: String, _ parameters: String = "{}") async throws -> JSONValue {
    lastID += 1
    let id = lastID
    let place = session.map { #","sessionId":"\#($0)""# } ?? ""
    let text = #"{"id":\#(id),"method":"\#(method)","params":\#(parameters)\#(place)}"#
    try writeAll(Array(text.utf8) + [0], to: input)
    while true {
      let message = try await message()
      guard message["id"] == .number(Double(id)) else {
        handle(message)
        continue
      }
      if let error = message["error"] { throw Failure(message: "\(method): \(error)") }
      return message["result"] ?? .null
    }
  }

  private func handle(_ event: JSONValue) {
    let parameters = event["params"]
    switch event["method"] {
    case .text("Page.loadEventFired"): loadCount += 1
    case .text("Runtime.exceptionThrown"): complaints.append("\(parameters ?? .null)")
    case .text("Log.entryAdded"): complaints.append("\(parameters?["entry"]?["text"] ?? .null)")
    case .text("Runtime.consoleAPICalled"):
      if parameters?["type"] != .text("log") { complaints.append("\(parameters ?? .null)") }
    case .text("Network.requestWillBeSent"):
      if case .text(let address)? = parameters?["request"]?["url"] { requests.append(address) }
    default: break
    }
  }

  /// The next message, waited for without keeping a thread that other tests need, on however slow a
  /// machine; only a browser that hangs takes minutes.
  private func message() async throws -> JSONValue {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    for _ in 0..<Self.greatestWait {
      if let end = unread.firstIndex(of: 0) {
        let data = Data(unread[..<end])
        unread.removeSubrange(...end)
        return try JSONDecoder().decode(JSONValue.self, from: data)
      }
      let count = read(output, &chunk, chunk.count)
      if count > 0 {
        unread += chunk[..<count]
      } else if count < 0, errno == EAGAIN {
        try await Task.sleep(for: .milliseconds(5))
      } else if count == 0 || errno != EINTR {
        throw Failure(message: "Chromium has gone")
      }
    }
    throw Failure(message: "Chromium does not answer")
  }

  /// Looks for a message, 5 ms apart: five minutes and more.
  private static let greatestWait = 60_000

  /// A pipe whose ends are none of the descriptors that the browser takes, and stay in this process.
  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw Failure(message: "no pipe") }
    let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    for end in ends { close(end) }
    return (moved[0], moved[1])
  }
}

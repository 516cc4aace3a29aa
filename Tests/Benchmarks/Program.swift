import Glibc

/// An installed program whose processor time is measured.
struct Program {
  let name: String
  private let path: String

  /// - Returns: Nil when no folder of the PATH has it.
  init?(_ name: String) {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin"
    let paths = folders.split(separator: ":").map { "\($0)/\(name)" }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else { return nil }
    self.name = name
    self.path = path
  }

  /// Runs the program with its output thrown away.
  ///
  /// - Returns: User and system seconds, the start of the program with them.
  func seconds(_ arguments: [String]) -> Double {
    let (status, usage) = run(arguments)
    precondition(status == 0, "\(name) \(arguments) fails")
    return CPUClock.seconds(usage)
  }

  /// Runs the program with its output thrown away; whether it says that it did what was asked.
  func succeeds(_ arguments: [String]) -> Bool {
    run(arguments).status == 0
  }

  private func run(_ arguments: [String]) -> (status: Int32, usage: rusage) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [0, 1, 2] as [Int32] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    precondition(posix_spawn(&child, path, &actions, nil, words, environ) == 0, "\(name) fails")
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
    return (status, usage)
  }
}

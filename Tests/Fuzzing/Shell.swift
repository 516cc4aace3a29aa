import Decoders
import Glibc

/// Programs started by name.
enum Shell {
  /// Runs a command of `sh` whose `$0`, `$1`… are paths.
  ///
  /// - Returns: Whether it succeeded.
  static func run(_ command: String, _ paths: FilePath...) -> Bool {
    var arguments = [strdup("sh"), strdup("-c"), strdup(command)]
    arguments += paths.map { $0.withCString { strdup($0) } }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    guard posix_spawn(&process, "/bin/sh", nil, nil, arguments, environ) == 0 else { return false }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status == 0
  }
}

import Decoders
import Glibc

/// The program that the desktop opens pages with.
enum Browser {
  /// Hands a page to `xdg-open`, and does not wait for the browser to end.
  ///
  /// - Parameter page: Absolute, so that it is never taken for an option.
  /// - Throws: `Failure` when there is no such program.
  static func show(_ page: FilePath, _ environment: Environment) throws(Failure) {
    var process: pid_t = 0
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // What a browser has to say is not what this command has to say.
    for stream in Int32(0)...2 {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    let code = page.withCString { path in
      "xdg-open".withCString { name in
        var words: [UnsafeMutablePointer<CChar>?] = [strdup(name), strdup(path), nil]
        defer { for word in words { free(word) } }
        return posix_spawnp(&process, name, &actions, nil, &words, environ)
      }
    }
    guard code == 0 else {
      throw Failure("cannot show the page: xdg-open: \(FileSystem.message(code))")
    }
  }
}

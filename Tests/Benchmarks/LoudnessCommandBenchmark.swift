import Decoders
import Glibc
import TestSupport

/// Whole commands on the same files: mucat beside the programs that people use, when installed.
///
/// CPU time of the child processes, start and decoding included; the programs take turns.
func benchmarkLoudnessCommands(_ music: BenchmarkMusic) async throws {
  let files = music.groups.flatMap(\.files)
  let names = files.compactMap(\.utf8Text)
  let programs: [(name: String, words: (String) -> [String])] = [
    ("mucat", { [mucatBinary, "analyze", "--only", "loudness", $0] }),
    (
      "ffmpeg",
      { ["ffmpeg", "-v", "quiet", "-i", $0, "-af", "ebur128=peak=true", "-f", "null", "-"] }
    ),
    ("loudgain", { ["loudgain", "-q", $0] }),
    ("rsgain", { ["rsgain", "custom", "-q", "-t", $0] }),
  ]
  let installed = programs.filter { $0.name == "mucat" || isInstalled($0.name) }
  var contenders: [Contender] = []
  for program in installed {
    contenders.append(
      Contender(name: program.name) {
        for name in names { runQuietly(program.words(name)) }
      })
  }
  let times = try await race(contenders, rounds: 3, clock: CPUClock.childSeconds)
  let own = times["mucat"] ?? 0
  let minutes = music.groups.reduce(0) { $0 + $1.minutes }
  var table = Table(["whole commands", "CPU s", "ms per minute of audio", "times mucat's"])
  for program in installed {
    let time = times[program.name] ?? 0
    table.add([
      program.name, fixed(time, 2), fixed(time / minutes * 1000, 1), fixed(time / own, 1),
    ])
  }
  print("\n\(files.count) files, \(fixed(minutes, 1)) minutes, one process a file\n\(table.text)")
}

/// The release binary beside this program.
private var mucatBinary: String {
  let own = FilePath("/proc/self/exe")
  let path = own.withCString { realpath($0, nil) }.map { start -> String in
    defer { free(start) }
    return String(cString: start)
  }
  return (path.map { FilePath($0).parent.displayText } ?? ".") + "/mucat"
}

private func isInstalled(_ name: String) -> Bool {
  runQuietly(["sh", "-c", "command -v \(name)"]) == 0
}

/// Runs a program to its end with all streams on nothing; its exit status, −1 when it cannot start.
@discardableResult
private func runQuietly(_ words: [String]) -> Int32 {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for stream in Int32(0)...2 {
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
  }
  var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
  arguments.append(nil)
  defer { for argument in arguments { free(argument) } }
  var process: pid_t = 0
  guard posix_spawnp(&process, words[0], &actions, nil, arguments, environ) == 0 else { return -1 }
  var status: Int32 = 0
  waitpid(process, &status, 0)
  return (status >> 8) & 0xFF
}

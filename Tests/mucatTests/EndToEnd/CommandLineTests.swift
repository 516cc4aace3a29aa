import Glibc
import TestSupport
import Testing

/// The binary and the words it is given, without any music.
struct CommandLineTests {
  private let mucat = MucatProcess(in: TemporaryDirectory())

  @Test func `alone it shows brief help on standard error and fails as a usage error`() async throws
  {
    let outcome = try await mucat.run()
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("USAGE"))
    #expect(outcome.errors.contains("mucat scan ~/Music"))
  }

  @Test(arguments: [
    ["--help"], ["help"], ["query", "--help"], ["help", "query"], ["scan", "-h"],
  ])
  func `help goes to standard output`(words: [String]) async throws {
    let outcome = try await mucat.run(words: words.map { Array($0.utf8) })
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("USAGE"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func `help query and query --help are the same text`() async throws {
    let one = try await mucat.run("help", "query")
    let other = try await mucat.run("query", "--help")
    #expect(one.output == other.output)
  }

  @Test func `version is one line`() async throws {
    let outcome = try await mucat.run("--version")
    #expect(outcome.status == 0)
    #expect(outcome.output == "mucat \(CommandLineTests.version)\n")
  }

  /// Written out, so that a change of version is seen.
  private static let version = "0.1.0"

  @Test(arguments: [
    (["qurey"], "mucat: unknown command 'qurey'; did you mean 'query'?\nTry 'mucat --help'.\n"),
    (
      ["scan", "--jbos", "2", "x"],
      "mucat: unknown option '--jbos'; did you mean '--jobs'?\nTry 'mucat scan --help'.\n"
    ),
    (["scan"], "mucat: PATH is missing\nTry 'mucat scan --help'.\n"),
    (
      ["query", "--format", "m3u"],
      "mucat: --format: 'm3u' is not one of table, json, m3u8, csv, paths0; "
        + "did you mean 'm3u8'?\nTry 'mucat query --help'.\n"
    ),
    (
      ["query", "--json", "--format", "csv"],
      "mucat: --json and --format csv exclude each other\nTry 'mucat query --help'.\n"
    ),
  ])
  func `a wrong line is a usage error that says what was meant`(
    words: [String], message: String
  ) async throws {
    let outcome = try await mucat.run(words: words.map { Array($0.utf8) })
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == message)
  }

  @Test func `control characters of a word are not echoed`() async throws {
    let outcome = try await mucat.run("\u{1B}[2J")
    #expect(outcome.errors.contains("unknown command '\\x1b[2J'"))
  }

  @Test func `a reader that goes away ends it quietly`() async throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    let running = try mucat.start([Array("--help".utf8)], outputDescriptor: ends[1])
    close(ends[1])
    let outcome = try await running.finished()
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
  }

  @Test func `output that cannot be written is a failure`() async throws {
    let full = open("/dev/full", O_WRONLY)
    let running = try mucat.start([Array("--help".utf8)], outputDescriptor: full)
    close(full)
    let outcome = try await running.finished()
    #expect(outcome.status == 2)
    #expect(outcome.errors == "mucat: cannot write the output: No space left on device\n")
  }

  @Test(arguments: ShellCompletionTests.shells)
  func `a completion script is accepted by its shell, if that is installed`(
    shell: String
  ) async throws {
    let outcome = try await mucat.run("completions", shell)
    #expect(outcome.status == 0)
    let script = mucat.folder.write(outcome.outputBytes, to: "script")
    let path = try #require(script.utf8Text)
    #expect(system("! command -v \(shell) >/dev/null || \(shell) -n '\(path)'") == 0)
  }
}

enum ShellCompletionTests {
  static let shells = ["bash", "zsh", "fish"]
}

import Decoders
import Glibc
import TestSupport
import Testing

@testable import mucat

/// docs/cli.md is the help of every command, so that it can be read without the program.
struct ReferenceTests {
  private static let path = FilePath(#filePath).parent.parent.parent.parent
    .appending("docs/cli.md".utf8)

  private var reference: String {
    let help = Help(commands: Commands.all, width: 80)
    let introduction = """
      # The command line

      What `mucat --help` and `mucat help COMMAND` print. Do not edit: when a declaration changes, \
      `RECORD_SNAPSHOTS=1 swift test --filter ReferenceTests` writes this page anew, and without \
      that the test fails.

      """
    let pages = [nil] + Commands.all.map(Optional.some)
    return introduction
      + pages.map { command in
        let title = command.map { "mucat \($0.name)" } ?? "mucat"
        return "\n## \(title)\n\n```\n\(help.text(for: command, .full))```\n"
      }.joined()
  }

  @Test func `the reference says what the help says`() throws {
    if getenv("RECORD_SNAPSHOTS") != nil {
      try FileSystem.write(Array(reference.utf8), to: Self.path)
    }
    let written = String(decoding: TemporaryDirectory.contents(of: Self.path), as: UTF8.self)
    #expect(written == reference, "docs/cli.md is stale: RECORD_SNAPSHOTS=1 writes it anew")
  }
}

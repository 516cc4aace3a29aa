import Foundation
import Testing

@Suite("docs/api.md: it shows what is run")
struct APIPageTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  /// The code blocks of the page.
  private static func shown() throws -> [String] {
    let page = try String(
      contentsOf: folder.appending(path: "../../../docs/api.md"), encoding: .utf8)
    return page.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0].trimmingCharacters(in: .newlines)
    }
  }

  /// The stretches between the marks of the tests, unindented.
  private static func run() throws -> [String] {
    let tests = try String(contentsOf: folder.appending(path: "Snippets.swift"), encoding: .utf8)
    return tests.components(separatedBy: "    // snippet\n").dropFirst().map { part in
      part.components(separatedBy: "    // end")[0]
        .components(separatedBy: "\n").map { String($0.dropFirst(4)) }.joined(separator: "\n")
        .trimmingCharacters(in: .newlines)
    }
  }

  @Test("every block of the page is a snippet of the tests, in the same order")
  func same() throws {
    let (shown, run) = (try Self.shown(), try Self.run())
    #expect(shown.count > 10)
    #expect(shown == run)
  }
}

import Decoders
import TestSupport
import Testing

/// docs/requirements.md has a row for each thing asked for, and what it points at is there.
struct RequirementsPageTests {
  private static let root = FilePath(#filePath).parent.parent.parent.parent

  private static func text(_ name: String) -> String {
    String(decoding: TemporaryDirectory.contents(of: root.appending(name.utf8)), as: UTF8.self)
  }

  /// The cells of each row, without the spaces around them.
  private static let rows = text("docs/requirements.md").split(separator: "\n").filter {
    $0.hasPrefix("| A")
  }.map { row in
    row.replacing("\\|", with: "/").split(separator: "|").map { cell in
      cell.split(separator: " ").joined(separator: " ")
    }
  }

  @Test func `there is a row for each, in order, with its state and its place`() {
    #expect(Self.rows.compactMap(\.first) == (1...93).map { "A\($0)" })
    for row in Self.rows {
      #expect(row.count == 4, "\(row)")
      #expect(["done", "otherwise", "not here", "missing"].contains(row[2]), "\(row)")
    }
  }

  @Test func `pages that it names are there`() {
    for word in Self.text("docs/requirements.md").split(separator: "`")
    where word.hasPrefix("docs/") && word.hasSuffix(".md") {
      #expect(!Self.text(String(word)).isEmpty)
    }
  }
}

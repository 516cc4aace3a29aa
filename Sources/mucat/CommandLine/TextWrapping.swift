/// Lays prose out in lines.
enum TextWrapping {
  /// Breaks `text` at spaces so that no line is wider than `width`, a word longer than that alone
  /// excepted. Empty lines part paragraphs; lines that begin with a space are kept as they are.
  ///
  /// - Parameter indent: Spaces before every line; they count.
  static func wrap(_ text: String, width: Int, indent: Int = 0) -> [String] {
    var lines: [String] = []
    let margin = String(repeating: " ", count: indent)
    var line = ""
    func flush() {
      if !line.isEmpty { lines.append(margin + line) }
      line = ""
    }
    for source in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if source.isEmpty {
        flush()
        lines.append("")
      } else if source.hasPrefix(" ") {
        flush()
        lines.append(margin + source)
      } else {
        for word in source.split(separator: " ") {
          let needed = DisplayWidth.of(line) + 1 + DisplayWidth.of(word)
          if !line.isEmpty, indent + needed > width { flush() }
          line += (line.isEmpty ? "" : " ") + word
        }
      }
    }
    flush()
    return lines
  }

  /// A label and its text side by side; a label too long for its column stands on its own line.
  static func labelled(_ label: String, _ text: String, column: Int, width: Int) -> [String] {
    let lines = wrap(text, width: width, indent: column)
    let head = "  " + label
    let headWidth = DisplayWidth.of(head)
    guard headWidth + 2 <= column, let first = lines.first else { return [head] + lines }
    let joined = head + String(repeating: " ", count: column - headWidth) + first.dropFirst(column)
    return [joined] + lines.dropFirst()
  }
}

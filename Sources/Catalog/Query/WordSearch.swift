/// Free words as they are looked for in a text: one behind the other, the last perhaps only begun;
/// capitals and accents do not count. What has no letters and digits ("!!!") is looked for as it is.
final class WordSearch: Sendable {
  /// All of what is looked for, folded.
  let folded: String
  let words: [String]
  /// What every text in which the words are found must hold.
  private let mark: [UInt8]

  init(_ text: String) {
    folded = FoldedText.fold(text)
    words = FoldedText.words(of: folded)
    mark = Array((words.max { $0.utf8.count < $1.utf8.count } ?? folded).utf8)
  }

  /// The same for FTS5.
  var phrase: String { "\"\(words.joined(separator: " "))\" *" }

  /// Whether the words are in a folded text.
  func isFound(in folded: String) -> Bool {
    var folded = folded
    return folded.withUTF8 { isFound(in: $0) }
  }

  /// - Parameter folded: Valid UTF-8.
  func isFound(in folded: UnsafeBufferPointer<UInt8>) -> Bool {
    guard mayBeFound(in: folded) else { return false }
    guard let last = words.last else { return true }
    let whole = words.dropLast()
    let found = FoldedText.words(of: String(decoding: folded, as: UTF8.self))
    guard found.count >= words.count else { return false }
    return (0...(found.count - words.count)).contains { start in
      found[start...].starts(with: whole)
        && found[start + whole.count].utf8.starts(with: last.utf8)
    }
  }

  private func mayBeFound(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = mark.first else { return true }
    guard text.count >= mark.count else { return false }
    return (0...(text.count - mark.count)).contains { start in
      text[start] == first && text[start...].starts(with: mark)
    }
  }
}

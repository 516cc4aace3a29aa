/// Cuts a query into words.
///
/// Spaces part words. Double quotes hold a word together and take away the meaning of what is in
/// them; `\"` inside is a quote. Parentheses at the ends of a word are tokens of their own.
struct QueryLexer {
  /// A character of the query, where it stands, and whether it stood in quotes.
  struct Letter {
    var character: Character
    var offset: Int
    var isQuoted: Bool
  }

  enum Token {
    case word(ArraySlice<Letter>)
    case comma(offset: Int)
    case open(offset: Int)
    case close(offset: Int)
  }

  /// The whole query, as error messages show it.
  let text: String
  private(set) var tokens: [Token] = []

  /// - Parameter text: A query in one text.
  init(_ text: String) throws(QueryError) {
    self.text = text
    try cut(text, from: 0)
  }

  /// - Parameter words: The words as a shell cut them, its quotes gone. A word with spaces in it
  ///   was quoted there, either for its value (`artist:daft punk`) or as a whole query
  ///   (`key~8A bpm:124..128`). It is the latter if it has quotes or a lone comma in it, or a
  ///   field behind a space.
  init(words: [String]) throws(QueryError) {
    text = words.joined(separator: " ")
    var offset = 0
    for word in words {
      if word.contains(where: \.isWhitespace), !Self.isQuery(word) {
        addWhole(word, from: offset)
      } else {
        try cut(word, from: offset)
      }
      offset += word.count + 1
    }
  }

  private static func isQuery(_ word: String) -> Bool {
    if word.contains("\"") { return true }
    let pieces = word.split(whereSeparator: \.isWhitespace)
    return pieces.dropFirst().contains { piece in
      if piece == "," { return true }
      let name = piece.drop { $0 == "-" || $0 == "(" }
        .prefix { $0.isLetter || $0 == "_" || $0 == "@" }
      let end = piece[name.endIndex...].first
      return Query.Field.named(String(name)) != nil && end.map { ":~=<>+-".contains($0) } ?? false
    }
  }

  /// Adds a word whose spaces belong to its value.
  private mutating func addWhole(_ word: String, from start: Int) {
    var isHead = true
    var letters: [Letter] = []
    for (index, character) in word.enumerated() {
      let isName =
        character.isLetter || "_@".contains(character) || (index == 0 && character == "-")
      let isOperator = ":~=<>".contains(character)
      letters.append(
        Letter(
          character: character, offset: start + index,
          isQuoted: !isHead || !(isName || isOperator)))
      if !isName { isHead = false }
    }
    // Without an operator behind the name it is free text, all of it.
    if !letters.contains(where: { !$0.isQuoted && ":~=<>".contains($0.character) }) {
      for index in letters.indices where index > 0 || letters[index].character != "-" {
        letters[index].isQuoted = true
      }
    }
    tokens.append(.word(letters[...]))
  }

  private mutating func cut(_ text: String, from start: Int) throws(QueryError) {
    var word: [Letter] = []
    var openQuote: Int?
    var isEscaped = false
    for (index, character) in text.enumerated() {
      let offset = start + index
      if openQuote != nil {
        if isEscaped {
          isEscaped = false
          word.append(Letter(character: character, offset: offset, isQuoted: true))
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          openQuote = nil
        } else {
          word.append(Letter(character: character, offset: offset, isQuoted: true))
        }
      } else if character == "\"" {
        openQuote = offset
      } else if character.isWhitespace {
        add(word)
        word = []
      } else {
        word.append(Letter(character: character, offset: offset, isQuoted: false))
      }
    }
    if let openQuote {
      throw QueryError(
        message: "a quote is not closed", text: self.text, range: openQuote..<openQuote + 1)
    }
    add(word)
  }

  /// Adds what stood between spaces: a comma, or a word with its parentheses taken off. A closing
  /// one belongs to the word if it was opened in it.
  private mutating func add(_ letters: [Letter]) {
    var word = letters[...]
    if word.count == 1, word.isUnquoted(",", at: word.startIndex) {
      tokens.append(.comma(offset: word[word.startIndex].offset))
      return
    }
    while let first = word.first, !first.isQuoted, first.character == "(" {
      tokens.append(.open(offset: first.offset))
      word.removeFirst()
    }
    // -(a , b) is a negated group: the sign is a word of its own.
    if word.count > 1, word.isUnquoted("-", at: word.startIndex),
      word.isUnquoted("(", at: word.startIndex + 1)
    {
      tokens.append(.word(word.prefix(1)))
      add(Array(word.dropFirst()))
      return
    }
    var closings: [Token] = []
    while let last = word.last, !last.isQuoted, last.character == ")", word.hasSpareClosing {
      closings.append(.close(offset: last.offset))
      word.removeLast()
    }
    if !word.isEmpty { tokens.append(.word(word)) }
    tokens += closings.reversed()
  }
}

extension ArraySlice<QueryLexer.Letter> {
  func isUnquoted(_ character: Character, at index: Int) -> Bool {
    !self[index].isQuoted && self[index].character == character
  }

  /// The characters as a text.
  var text: String { String(map(\.character)) }

  /// Where the characters stand in the query.
  var range: Range<Int> {
    guard let first, let last else { return 0..<0 }
    return first.offset..<last.offset + 1
  }

  fileprivate var hasSpareClosing: Bool {
    var depth = 0
    for letter in self where !letter.isQuoted {
      if letter.character == "(" { depth += 1 }
      if letter.character == ")" { depth -= 1 }
    }
    return depth < 0
  }
}

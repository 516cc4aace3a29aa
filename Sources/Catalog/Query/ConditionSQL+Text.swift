/// Conditions on texts. The files that fulfil one are gathered in the indexes of texts, or, where
/// most files are not looked at anyway, each file's texts are tested as its turn comes.
extension ConditionSQL {
  /// The texts that many files share, of which each stands once in a table of its own.
  private static let names: Set<Substring> = ["artist", "album", "album_artist", "genre", "format"]

  /// Those of which there are so many that an index finds their parts.
  private static let indexedNames: Set<Substring> = ["artist", "album", "album_artist"]

  /// The texts in which free words are looked for.
  private static let searched = ["title", "artist", "album", "album_artist", "genre", "name"]

  /// A search for words in the full-text index; for texts without letters and digits ("!!!"),
  /// which the index does not know, in the texts themselves.
  mutating func gatheredWords(_ texts: [String]) -> String {
    var phrases: [String] = []
    var tests: [String] = []
    for search in texts.map(WordSearch.init) {
      if search.words.isEmpty {
        let columns = Self.searched.map { instr($0, search.folded) }
        tests.append(inText(columns.joined(separator: " OR "), isGathered: true))
      } else {
        phrases.append(search.phrase)
      }
    }
    if !phrases.isEmpty { tests.append("\(fileColumn) IN (\(files(withPhrases: phrases)))") }
    return tests.joined(separator: " AND ")
  }

  private mutating func files(withPhrases phrases: [String]) -> String {
    let search = parameter(.text(phrases.joined(separator: " AND ")))
    return "SELECT rowid FROM file_word WHERE file_word MATCH \(search)"
  }

  /// A SELECT of the files that an index of texts finds for a condition.
  mutating func files(withText condition: Query.Condition) -> String {
    switch condition {
    case .words(let text): files(withPhrases: [WordSearch(text).phrase])
    case .text(let field, let text, let isWhole):
      "SELECT file_id FROM file_text WHERE "
        + textTest(field, text, isWhole: isWhole, isGathered: true)
    default: "SELECT id FROM file WHERE FALSE"
    }
  }

  /// The same as a test of one file: the full-text index would gather the whole answer again for
  /// each.
  mutating func testedWords(_ text: String) -> String {
    let search = parameter(.text(text))
    let columns = Self.searched.joined(separator: ", ")
    return inText("\(Connection.wordFunction)(\(search), \(columns))", isGathered: false)
  }

  /// A search for a part of one text, or all of it.
  mutating func text(
    _ field: Query.Field, _ text: String, isWhole: Bool, isGathered: Bool
  ) -> String {
    inText(
      textTest(field, text, isWhole: isWhole, isGathered: isGathered), isGathered: isGathered)
  }

  /// A test of the columns of `file_text`.
  private mutating func textTest(
    _ field: Query.Field, _ text: String, isWhole: Bool, isGathered: Bool
  ) -> String {
    guard let name = field.column?.name.split(separator: ".").last else { return "FALSE" }
    let folded = FoldedText.fold(text)
    let hasTrigrams = folded.unicodeScalars.count >= 3 && isGathered
    if Self.names.contains(name), !isWhole, isGathered {
      guard hasTrigrams, Self.indexedNames.contains(name) else {
        return Self.shared(name, passing: instr("text", folded))
      }
      let test = trigrams(folded, in: "\(name)_trigram", "id")
      return "\(name) IN (SELECT text FROM searched_name WHERE \(test))"
    }
    var tests: [String] = []
    if name == "title", hasTrigrams {
      tests.append(trigrams(folded, in: "file_trigram", "file_id"))
    }
    if isWhole {
      tests.append("\(name) = \(parameter(.text(folded)))")
    } else if tests.isEmpty {
      tests.append(instr(String(name), folded))
    }
    return tests.joined(separator: " AND ")
  }

  /// A search with a regular expression, which no index helps: every text is looked at, but what
  /// files share only once.
  mutating func pattern(
    _ field: Query.Field, _ pattern: TextPattern, isGathered: Bool
  ) -> String {
    guard let name = field.column?.name.split(separator: ".").last else { return "FALSE" }
    let isShared = Self.names.contains(name) && isGathered
    let source = parameter(.text(pattern.source))
    let test = "\(Connection.matchFunction)(\(source), \(isShared ? "text" : name))"
    return inText(isShared ? Self.shared(name, passing: test) : test, isGathered: isGathered)
  }

  private static func shared(_ name: Substring, passing test: String) -> String {
    "\(name) IN (SELECT text FROM searched_name WHERE kind = '\(name)' AND \(test))"
  }

  private mutating func instr(_ column: String, _ folded: String) -> String {
    "instr(\(column), \(parameter(.text(folded))))"
  }

  /// A search for three letters or more, anywhere in a text, by an index of trigrams.
  private mutating func trigrams(_ folded: String, in index: String, _ row: String) -> String {
    let quoted = folded.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"")
    let search = parameter(.text("\"\(quoted)\""))
    return "\(row) IN (SELECT rowid FROM \(index) WHERE \(index) MATCH \(search))"
  }

  /// Whether the file's texts pass a test.
  private func inText(_ filter: String, isGathered: Bool) -> String {
    isGathered
      ? "\(fileColumn) IN (SELECT file_id FROM file_text WHERE \(filter))"
      : "EXISTS (SELECT 1 FROM file_text WHERE file_id = file.id AND (\(filter)))"
  }
}

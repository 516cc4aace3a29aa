import Decoders

/// Turns conditions into SQL over `recording` and `file`, and gathers the parameters in their
/// order.
struct ConditionSQL {
  private(set) var values: [SQLValue] = []

  static let pathColumn = "file.path"

  mutating func sql(of condition: Query.Condition) -> String {
    switch condition {
    case .all(let parts): conjunction(parts)
    case .any(let parts): joined(parts, by: "OR", empty: "FALSE")
    // What is unknown is not true, so that a track is in either a condition or its opposite.
    case .not(let part): "(\(sql(of: part))) IS NOT TRUE"
    case .words(let text): words([text])
    case .number(let field, let interval): number(field, interval)
    case .tempo(let match): tempo(match)
    case .key(let field, let keys): self.keys(field, keys.map(\.wheelIndex).sorted())
    case .text(let field, let text, let isWhole): self.text(field, text, isWhole: isWhole)
    case .path(let path): self.path(path)
    case .status(let statuses): status(statuses)
    case .has(let field): field.column.map { "\($0.presence ?? $0.name) IS NOT NULL" } ?? "FALSE"
    case .reason(let field, let reason): self.reason(field, reason)
    }
  }

  private mutating func parameter(_ value: SQLValue) -> String {
    values.append(value)
    return "?"
  }

  // MARK: - Joining

  private mutating func joined(
    _ parts: [Query.Condition], by word: String, empty: String
  ) -> String {
    guard !parts.isEmpty else { return empty }
    let sqls = parts.map { part in sql(of: part) }
    return sqls.count == 1 ? sqls[0] : "(" + sqls.joined(separator: " \(word) ") + ")"
  }

  /// Free words that stand side by side become one search: the index joins them faster than SQL.
  private mutating func conjunction(_ parts: [Query.Condition]) -> String {
    var texts: [String] = []
    var others: [Query.Condition] = []
    for part in parts {
      if case .words(let text) = part { texts.append(text) } else { others.append(part) }
    }
    guard texts.count > 1 else { return joined(parts, by: "AND", empty: "TRUE") }
    let search = words(texts)
    return others.isEmpty
      ? search : "(" + search + " AND " + joined(others, by: "AND", empty: "TRUE") + ")"
  }

  // MARK: - Values

  private mutating func number(_ field: Query.Field, _ interval: Interval) -> String {
    guard let column = field.column?.name else { return "FALSE" }
    var tests: [String] = []
    if let lower = interval.lower {
      tests.append("\(column) \(lower.isIncluded ? ">=" : ">") \(parameter(.real(lower.value)))")
    }
    if let upper = interval.upper {
      tests.append("\(column) \(upper.isIncluded ? "<=" : "<") \(parameter(.real(upper.value)))")
    }
    if field == .bpm, let lower = interval.lower, let upper = interval.upper,
      lower.value <= upper.value
    {
      // Says nothing new, but lets the indexes that begin with key or folded tempo take part.
      let folded = TempoFold.folded(lower.value...upper.value)
      if folded.count == 1 { tests.append(foldedTempo(folded)) }
    }
    return tests.isEmpty ? "\(column) IS NOT NULL" : "(" + tests.joined(separator: " AND ") + ")"
  }

  mutating func tempo(_ match: TempoMatch) -> String {
    let folded = foldedTempo(match.foldedRanges)
    // The plus keeps this test from being taken for a use of the index on bpm.
    let exact = match.ranges.map { range in
      "+recording.bpm BETWEEN \(parameter(.real(range.lowerBound)))"
        + " AND \(parameter(.real(range.upperBound)))"
    }
    return "(\(folded) AND (\(exact.joined(separator: " OR "))))"
  }

  private mutating func foldedTempo(_ ranges: [ClosedRange<Double>]) -> String {
    let tests = ranges.map { range in
      "recording.bpm_fold BETWEEN \(parameter(.real(range.lowerBound)))"
        + " AND \(parameter(.real(range.upperBound)))"
    }
    return tests.count == 1 ? tests[0] : "(" + tests.joined(separator: " OR ") + ")"
  }

  mutating func keys(_ field: Query.Field, _ keys: [Int]) -> String {
    guard let column = field.column?.name, !keys.isEmpty else { return "FALSE" }
    let places = keys.map { parameter(.integer(Int64($0))) }
    return places.count == 1
      ? "\(column) = \(places[0])" : "\(column) IN (\(places.joined(separator: ", ")))"
  }

  mutating func notOneOf(_ column: String, json: String) -> String {
    "\(column) NOT IN (SELECT value FROM json_each(\(parameter(.text(json)))))"
  }

  private mutating func status(_ statuses: Set<FileStatus>) -> String {
    let places = statuses.map(\.rawValue).sorted().map { parameter(.text($0)) }
    return "file.status IN (\(places.joined(separator: ", ")))"
  }

  private mutating func reason(_ field: Query.Field, _ reason: String?) -> String {
    guard let column = field.column, let reasonColumn = column.reason else { return "FALSE" }
    guard let reason else { return "(\(reasonColumn) IS NOT NULL AND \(column.name) IS NULL)" }
    return "(\(reasonColumn) = \(parameter(.text(reason))) AND \(column.name) IS NULL)"
  }

  private mutating func path(_ path: FilePath) -> String {
    let folder = PathRange(under: path)
    return
      "(file.path = \(parameter(.path(path))) OR (file.path >= \(parameter(.blob(folder.lower)))"
      + " AND file.path < \(parameter(.blob(folder.upper)))))"
  }

  // MARK: - Text

  /// A search for words in the full-text index; for texts without letters and digits ("!!!"),
  /// which the index does not know, in the texts themselves.
  private mutating func words(_ texts: [String]) -> String {
    var phrases: [String] = []
    var tests: [String] = []
    for text in texts {
      let folded = FoldedText.fold(text)
      let words = FoldedText.words(of: folded)
      if words.isEmpty {
        tests.append(anyText(contains: folded))
      } else {
        phrases.append("\"\(words.joined(separator: " "))\" *")
      }
    }
    if !phrases.isEmpty {
      let search = parameter(.text(phrases.joined(separator: " AND ")))
      tests.append("file.id IN (SELECT rowid FROM file_word WHERE file_word MATCH \(search))")
    }
    return tests.joined(separator: " AND ")
  }

  private mutating func anyText(contains folded: String) -> String {
    let tests = ["title", "artist", "album", "album_artist", "genre", "name"].map { column in
      "instr(\(column), \(parameter(.text(folded))))"
    }
    return "file.id IN (SELECT file_id FROM file_text WHERE \(tests.joined(separator: " OR ")))"
  }

  /// A search for a part of one text: through the index of trigrams when there are three letters.
  private mutating func text(_ field: Query.Field, _ text: String, isWhole: Bool) -> String {
    guard let name = field.column?.name.split(separator: ".").last else { return "FALSE" }
    let folded = FoldedText.fold(text)
    var tests: [String] = []
    if folded.unicodeScalars.count >= 3, field.kind == .text {
      let quoted = folded.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"")
      let search = parameter(.text("\(name) : \"\(quoted)\""))
      tests.append("file_id IN (SELECT rowid FROM file_trigram WHERE file_trigram MATCH \(search))")
    }
    if isWhole {
      tests.append("\(name) = \(parameter(.text(folded)))")
    } else if tests.isEmpty {
      tests.append("instr(\(name), \(parameter(.text(folded))))")
    }
    let filter = tests.joined(separator: " AND ")
    return "file.id IN (SELECT file_id FROM file_text WHERE \(filter))"
  }
}

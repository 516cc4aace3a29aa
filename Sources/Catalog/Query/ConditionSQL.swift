import Decoders

/// Turns conditions into SQL over `recording` and `file`, and gathers the parameters in their
/// order.
struct ConditionSQL {
  private(set) var values: [SQLValue] = []
  private let isOrdered: Bool
  /// In an ordered search, the conditions on texts whose files are looked up beforehand.
  private let gathered: Set<Query.Condition>
  private let likelihoods: [Query.Condition: Double]
  /// In an ordered search, the columns whose tests may use an index: those that begin the index
  /// that has the order.
  private let indexed: Set<String>

  static let pathColumn = "file.path"

  /// - Parameter lead: The column by which the answer is sorted first.
  init(strategy: QueryStrategy = .planned(likelihoods: [:]), lead: String? = nil) {
    switch strategy {
    case .ordered(let few):
      isOrdered = true
      gathered = few
      likelihoods = [:]
    case .planned(let known):
      isOrdered = false
      gathered = []
      likelihoods = known
    }
    indexed =
      lead == "recording.key"
      ? ["recording.key", "recording.bpm_fold"] : Set([lead].compactMap { $0 })
  }

  /// A column as a test names it. A plus before it keeps the test from choosing the index, without
  /// changing what it says.
  private func tested(_ column: String) -> String {
    isOrdered && !indexed.contains(column) ? "+" + column : column
  }

  /// Whether the files with a text are looked up beforehand, in the indexes of texts; if not, each
  /// file's own texts are tested.
  func isGathered(_ condition: Query.Condition) -> Bool {
    !isOrdered || gathered.contains(condition)
  }

  /// The number of a file, which in an ordered search chooses no index either.
  var fileColumn: String { isOrdered ? "+file.id" : "file.id" }

  mutating func sql(of condition: Query.Condition) -> String {
    switch condition {
    case .all(let parts): conjunction(parts)
    case .any(let parts): joined(parts, by: "OR", empty: "FALSE")
    // What is unknown is not true, so that a track is in either a condition or its opposite.
    case .not(let part): "(\(sql(of: part))) IS NOT TRUE"
    case .words(let text):
      isGathered(condition) ? gatheredWords([text]) : testedWords(text)
    case .number(let field, let interval): number(field, interval)
    case .tempo(let match):
      tempo(match, folded: match.foldedRanges, likelihood: likelihoods[condition])
    case .key(let field, let keys): self.keys(field, keys.map(\.wheelIndex).sorted())
    case .text(let field, let text, let isWhole):
      self.text(field, text, isWhole: isWhole, isGathered: isGathered(condition))
    case .pattern(let field, let pattern):
      self.pattern(field, pattern, isGathered: isGathered(condition))
    case .path(let path): self.path(path)
    case .status(let statuses): status(statuses)
    case .playlist: "FALSE"
    case .files(let files): self.files(files)
    case .has(let field): field.column.map { "\($0.presence ?? $0.name) IS NOT NULL" } ?? "FALSE"
    case .reason(let field, let reason): self.reason(field, reason)
    }
  }

  mutating func parameter(_ value: SQLValue) -> String {
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
      if case .words(let text) = part, isGathered(part) {
        texts.append(text)
      } else {
        others.append(part)
      }
    }
    guard texts.count > 1 else { return joined(parts, by: "AND", empty: "TRUE") }
    let search = gatheredWords(texts)
    return others.isEmpty
      ? search : "(" + search + " AND " + joined(others, by: "AND", empty: "TRUE") + ")"
  }

  // MARK: - Values

  private mutating func number(_ field: Query.Field, _ interval: Interval) -> String {
    guard let column = field.column?.name else { return "FALSE" }
    let name = tested(column)
    let likelihood = likelihoods[.number(field, interval)]
    let isTwo = interval.lower != nil && interval.upper != nil
    var tests: [String] = []
    if let lower = interval.lower {
      let test = "\(name) \(lower.isIncluded ? ">=" : ">") \(parameter(.real(lower.value)))"
      tests.append(hinted(test, likelihood, ofTwo: isTwo))
    }
    if let upper = interval.upper {
      let test = "\(name) \(upper.isIncluded ? "<=" : "<") \(parameter(.real(upper.value)))"
      tests.append(hinted(test, likelihood, ofTwo: isTwo))
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

  /// - Parameter folded: Where among the folded tempi to look.
  mutating func tempo(
    _ match: TempoMatch, folded ranges: [ClosedRange<Double>], likelihood: Double? = nil
  ) -> String {
    let folded = foldedTempo(ranges, likelihood: likelihood)
    // The plus keeps this test from being taken for a use of the index on bpm.
    let exact = match.ranges.map { range in
      "+recording.bpm BETWEEN \(parameter(.real(range.lowerBound)))"
        + " AND \(parameter(.real(range.upperBound)))"
    }
    return "(\(folded) AND (\(exact.joined(separator: " OR "))))"
  }

  private mutating func foldedTempo(
    _ ranges: [ClosedRange<Double>], likelihood: Double? = nil
  ) -> String {
    let column = tested("recording.bpm_fold")
    let tests = ranges.map { range in
      let lower = hinted(
        "\(column) >= \(parameter(.real(range.lowerBound)))", likelihood, ofTwo: true)
      let upper = hinted(
        "\(column) <= \(parameter(.real(range.upperBound)))", likelihood, ofTwo: true)
      return "(\(lower) AND \(upper))"
    }
    return tests.count == 1 ? tests[0] : "(" + tests.joined(separator: " OR ") + ")"
  }

  /// A test with what SQLite cannot know: how likely it is. A range of two ends is two tests to
  /// SQLite, which multiplies their likelihoods.
  private func hinted(_ test: String, _ likelihood: Double?, ofTwo: Bool) -> String {
    guard let likelihood else { return test }
    return "likelihood(\(test), \(ofTwo ? likelihood.squareRoot() : likelihood))"
  }

  mutating func keys(_ field: Query.Field, _ keys: [Int]) -> String {
    guard let column = field.column.map({ tested($0.name) }), !keys.isEmpty else { return "FALSE" }
    let places = keys.map { parameter(.integer(Int64($0))) }
    return places.count == 1
      ? "\(column) = \(places[0])" : "\(column) IN (\(places.joined(separator: ", ")))"
  }

  mutating func notOneOf(_ column: String, json: String) -> String {
    "\(column) NOT IN (SELECT value FROM json_each(\(parameter(.text(json)))))"
  }

  private mutating func files(_ files: Set<Int64>) -> String {
    let list = files.sorted().map(String.init).joined(separator: ",")
    return "file.id IN (SELECT value FROM json_each(\(parameter(.text("[\(list)]")))))"
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
}

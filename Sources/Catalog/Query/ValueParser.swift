import Decoders

/// Reads the values of terms.
struct ValueParser {
  typealias Letters = ArraySlice<QueryLexer.Letter>

  let text: String
  let field: Query.Field
  /// Seconds since 1970.
  let now: Int64

  // MARK: - Ordered values

  /// Reads `v`, `a..b`, `a..`, `..b`, and, behind a colon, `<v`, `<=v`, `>v`, `>=v`.
  func interval(_ letters: Letters, symbol: QueryOperator) throws(QueryError) -> Interval {
    switch symbol {
    case .atMost: return Interval(upper: try upperEnd(letters, isIncluded: true))
    case .atLeast: return Interval(lower: try lowerEnd(letters, isIncluded: true))
    case .less: return Interval(upper: try upperEnd(letters, isIncluded: false))
    case .greater: return Interval(lower: try lowerEnd(letters, isIncluded: false))
    case .equals, .tilde: return try single(letters)
    case .colon: break
    }
    if let comparison = QueryOperator(head: letters),
      [.atMost, .atLeast, .less, .greater].contains(comparison)
    {
      let value = letters.dropFirst(comparison.rawValue.count)
      guard !value.isEmpty else { throw error("a value is missing", letters) }
      return try interval(value, symbol: comparison)
    }
    guard let dots = dots(in: letters) else { return try single(letters) }
    let before = letters[..<dots]
    let behind = letters[dots...].dropFirst(2)
    guard !before.isEmpty || !behind.isEmpty else {
      throw error("a range needs at least one end", letters)
    }
    let range = Interval(
      lower: before.isEmpty ? nil : try lowerEnd(before, isIncluded: true),
      upper: behind.isEmpty ? nil : try upperEnd(behind, isIncluded: true))
    if let lower = range.lower, let upper = range.upper, lower.value > upper.value {
      throw QueryError(
        message: "the range is upside down", text: text, range: letters.range,
        suggestion: "\(behind.text)..\(before.text)")
    }
    return range
  }

  private func dots(in letters: Letters) -> Int? {
    letters.indices.dropLast().first { index in
      letters[index].character == "." && letters[index + 1].character == "."
    }
  }

  private func lowerEnd(_ letters: Letters, isIncluded: Bool) throws(QueryError) -> Interval.End {
    let span = try self.span(letters)
    guard span.isPeriod else {
      return .init(span.start - (isIncluded ? slack : 0), isIncluded: isIncluded)
    }
    return .init(isIncluded ? span.start : span.end)
  }

  private func upperEnd(_ letters: Letters, isIncluded: Bool) throws(QueryError) -> Interval.End {
    let span = try self.span(letters)
    guard span.isPeriod else {
      return .init(span.start + (isIncluded ? slack : 0), isIncluded: isIncluded)
    }
    return .init(isIncluded ? span.end : span.start, isIncluded: false)
  }

  /// All that would be written like this: 128 is 127.5 up to 128.5, and 127.98 is as exact as it
  /// looks; 2026-01 is that month.
  private func single(_ letters: Letters) throws(QueryError) -> Interval {
    let span = try self.span(letters)
    if span.isPeriod {
      return Interval(lower: .init(span.start), upper: .init(span.end, isIncluded: false))
    }
    return Interval(
      lower: .init(span.start - span.end), upper: .init(span.start + span.end, isIncluded: false))
  }

  /// A tempo is measured to 0.05 beats per minute, so an end that belongs to a range takes in what
  /// cannot be told from it: 124..128 has 128.02.
  private var slack: Double { field.kind == .tempo ? 0.05 : 0 }

  /// A value as a stretch: of a number, `end` is half of its last written digit's worth; of a date
  /// it is the moment behind the period.
  private func span(
    _ letters: Letters
  ) throws(QueryError) -> (start: Double, end: Double, isPeriod: Bool) {
    let value = letters.text
    switch field.kind {
    case .date:
      guard let period = CalendarPeriod(value, now: now) else {
        throw error(
          "'\(value)' is not a day, month or year: 2026-01-31, 2026-01, 2026, or -7d, -2w, -3m, "
            + "-1y, today", letters)
      }
      return (Double(period.start), Double(period.end), true)
    case .duration where value.contains(":"):
      guard let seconds = Self.clockSeconds(value) else {
        throw error("'\(value)' is not a duration: 3:30 or seconds", letters)
      }
      return (seconds, 0.5, false)
    default:
      // 3/4 and 4/4 for a meter; only the beats count.
      let parts = value.split(separator: "/", omittingEmptySubsequences: false)
      let isMeter = field.name == "meter" && parts.count == 2 && Int(parts[1]) != nil
      guard let number = Self.number(isMeter ? String(parts[0]) : value) else {
        throw error("'\(value)' is not a number", letters)
      }
      let decimals = isMeter ? 0 : value.drop { $0 != "." }.dropFirst().count
      return (number, 0.5 * Self.powerOfTenth(decimals), false)
    }
  }

  /// A decimal number; the letters, signs and words that `Double` reads beyond that are not.
  private static func number(_ text: String) -> Double? {
    let plain = text.first == "−" ? "-" + text.dropFirst() : text
    guard plain.count <= 20, plain.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.".contains($0)) })
    else { return nil }
    return Double(plain)
  }

  private static func powerOfTenth(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { power, _ in power / 10 }
  }

  /// `m:ss` or `h:mm:ss` in seconds.
  private static func clockSeconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      guard let value = number(String(part)), value >= 0, index == 0 || value < 60 else {
        return nil
      }
      seconds = seconds * 60 + value
    }
    return seconds
  }

  // MARK: - Tempo, keys, choices

  /// Reads `128` and `128%5`.
  ///
  /// - Parameter tolerance: What counts when none is written, as a ratio.
  func tempo(_ letters: Letters, tolerance usual: Double) throws(QueryError) -> TempoMatch {
    let value = letters.prefix { $0.character != "%" }
    let percent = letters[value.endIndex...].dropFirst()
    guard let bpm = Self.number(value.text), bpm > 0, bpm <= 1000 else {
      throw error("'\(value.text)' is not a tempo", letters)
    }
    guard value.endIndex < letters.endIndex else { return TempoMatch(bpm, tolerance: usual) }
    guard let tolerance = Self.number(percent.text), tolerance >= 0, tolerance <= 25 else {
      throw error("the tolerance is a percentage from 0 to 25: bpm~128%5", letters)
    }
    return TempoMatch(bpm, tolerance: tolerance / 100)
  }

  /// Reads one key, or several with commas between them.
  func keys(_ letters: Letters) throws(QueryError) -> Set<MusicalKey> {
    var keys: Set<MusicalKey> = []
    for part in letters.split(separator: ",", omittingEmptySubsequences: false) {
      keys.insert(try key(part, in: letters))
    }
    return keys
  }

  /// Reads `8A` and `8A/strict`: the keys that mix with it under the rules of that name.
  func mixingKeys(_ letters: Letters) throws(QueryError) -> Set<MusicalKey> {
    let name = letters.prefix { $0.character != "/" }
    let key = try self.key(name, in: letters)
    guard name.endIndex < letters.endIndex else {
      return Set(HarmonicRelation.compatibleKeys(with: key))
    }
    let rules = letters[name.endIndex...].dropFirst()
    guard let known = HarmonicRules(rawValue: rules.text.lowercased()) else {
      let names = HarmonicRules.allCases.map(\.rawValue)
      throw QueryError(
        message: "no such rules; there are \(names.joined(separator: ", "))", text: text,
        range: rules.isEmpty ? letters.range : rules.range,
        suggestion: Suggestion.nearest(to: rules.text, among: names))
    }
    return Set(HarmonicRelation.compatibleKeys(with: key, rules: known))
  }

  private func key(_ letters: Letters, in whole: Letters) throws(QueryError) -> MusicalKey {
    guard let key = MusicalKey(letters.text) else {
      throw error(
        "'\(letters.text)' is not a key: 8A, Am, 1m", letters.isEmpty ? whole : letters)
    }
    return key
  }

  /// Reads a regular expression.
  func pattern(_ letters: Letters) throws(QueryError) -> TextPattern {
    do throws(TextPattern.Mistake) {
      return try TextPattern(letters.text)
    } catch {
      throw self.error("not a regular expression: \(error.message)", letters)
    }
  }

  func status(_ letters: Letters) throws(QueryError) -> Query.Condition {
    switch letters.text.lowercased() {
    case "any": return .status([.present, .missing])
    case "present": return .status([.present])
    case "missing": return .status([.missing])
    default:
      throw QueryError(
        message: "'\(letters.text)' is no status: present, missing, any", text: text,
        range: letters.range,
        suggestion: Suggestion.nearest(to: letters.text, among: ["present", "missing", "any"]))
    }
  }

  private func error(_ message: String, _ part: Letters) -> QueryError {
    QueryError(message: message, text: text, range: part.range)
  }
}

extension ArraySlice<QueryLexer.Letter> {
  fileprivate func split(
    separator: Character, omittingEmptySubsequences: Bool
  ) -> [ArraySlice<QueryLexer.Letter>] {
    split(omittingEmptySubsequences: omittingEmptySubsequences) { $0.character == separator }
  }
}

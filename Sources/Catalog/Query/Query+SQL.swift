extension Query {
  /// The SQL that gives the numbers of the files that the query asks for, in its order.
  func sql(_ strategy: QueryStrategy = .planned(likelihoods: [:])) -> SQLSelection {
    let order = ordering
    var builder = ConditionSQL(strategy: strategy, lead: order.first?.column)
    let filter = builder.sql(of: condition)
    let terms = order.map(\.sql).joined(separator: ", ")
    // A file that could not be decoded has no recording, and is no track.
    let presence =
      condition.asksForStatus ? "file.recording_id IS NOT NULL" : "file.status = 'present'"
    let needsRecording = "\(filter) \(terms)".contains("recording.")
    return SQLSelection(
      sql: """
        SELECT file.id FROM \(source(strategy, order: order, needsRecording: needsRecording))
        WHERE \(filter) AND \(presence)
        ORDER BY \(terms)
        LIMIT ? OFFSET ?
        """,
      values: builder.values + [
        .integer(Int64(limit ?? -1)), .integer(Int64(max(offset, 0))),
      ])
  }

  /// The tables. CROSS JOIN makes SQLite read the first one first.
  private func source(
    _ strategy: QueryStrategy, order: [OrderTerm], needsRecording: Bool
  ) -> String {
    let join = "ON file.recording_id = recording.id"
    if case .ordered = strategy, needsRecording {
      return order.first?.column.hasPrefix("file.") == true
        ? "file CROSS JOIN recording \(join)" : "recording CROSS JOIN file \(join)"
    }
    let text =
      order.contains { $0.column.hasPrefix("file_text.") }
      ? " JOIN file_text ON file_text.file_id = file.id" : ""
    return (needsRecording ? "recording JOIN file \(join)" : "file") + text
  }

  /// A term of ORDER BY.
  struct OrderTerm {
    var column: String
    var isAscending = true
    /// Whether tracks without a value can be in the answer.
    var hasNulls = false

    fileprivate var sql: String {
      // Descending, SQLite puts NULL last by itself.
      let nulls = hasNulls && isAscending ? " NULLS LAST" : ""
      return "\(column) \(isAscending ? "ASC" : "DESC")\(nulls)"
    }
  }

  /// Whether an index has the order of the answer, and reaches the answer at once: the index on
  /// tempo would be read through all that lies between half and double.
  var hasOrderedIndex: Bool {
    guard sort.count <= 1, let lead = ordering.first?.column else { return false }
    let isSpread = condition.conjuncts.contains { if case .tempo = $0 { true } else { false } }
    return !lead.hasPrefix("file_text.") && !(lead == "recording.bpm" && isSpread)
  }

  /// What the answer is sorted by: the terms given, else the first ordered field that the query
  /// asks about, else the path. Ties are broken as an index that begins with the column has it,
  /// then by age in the catalogue: the order is always total, and mostly free.
  var ordering: [OrderTerm] {
    let sort = sort.filter { $0.field.column != nil }
    guard let last = sort.last else {
      let columns = condition.usualOrder ?? [ConditionSQL.pathColumn]
      return columns.map { OrderTerm(column: $0) }
        + Self.ages(behind: columns[0], isAscending: true)
    }
    var terms = sort.compactMap { term -> OrderTerm? in
      guard let column = term.field.column else { return nil }
      let isKnown = condition.requiredFields.contains(term.field)
      return OrderTerm(
        column: column.sort ?? column.name, isAscending: term.isAscending, hasNulls: !isKnown)
    }
    let breakers = (sort.count == 1 ? last.field.column?.tieBreakers : nil) ?? []
    terms += breakers.map { OrderTerm(column: $0, isAscending: last.isAscending) }
    return terms + Self.ages(behind: terms[0].column, isAscending: last.isAscending)
  }

  /// The last word on those alike; of one table or both, as the index on `column` goes on.
  private static func ages(behind column: String, isAscending: Bool) -> [OrderTerm] {
    let columns = column.hasPrefix("recording.") ? ["recording.id", "file.id"] : ["file.id"]
    return columns.map { OrderTerm(column: $0, isAscending: isAscending) }
  }
}

extension Query.Condition {
  /// Whether the query says which status it wants; if not, it wants files that are present.
  var asksForStatus: Bool {
    switch self {
    case .status: true
    case .all(let parts), .any(let parts): parts.contains { $0.asksForStatus }
    case .not(let part): part.asksForStatus
    default: false
    }
  }

  /// The fields whose values every track in the answer has.
  var requiredFields: Set<Query.Field> {
    switch self {
    case .all(let parts): parts.reduce(into: []) { $0.formUnion($1.requiredFields) }
    case .number(let field, _), .key(let field, _), .has(let field): [field]
    case .text(let field, _, _), .pattern(let field, _): [field]
    case .tempo: [.bpm]
    default: []
    }
  }

  /// The columns that sort by the first ordered field that is asked about.
  fileprivate var usualOrder: [String]? {
    switch self {
    case .all(let parts):
      return parts.lazy.compactMap { $0.usualOrder }.first
    case .number(let field, _), .key(let field, _):
      return field.column.map { [$0.name] + $0.tieBreakers }
    case .tempo:
      return ["recording.bpm_fold", "recording.key", "recording.integrated", "recording.bpm"]
    default:
      return nil
    }
  }
}

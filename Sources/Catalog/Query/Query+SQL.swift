extension Query {
  /// The SQL that gives the numbers of the files that the query asks for, in its order.
  package func sql() -> SQLSelection {
    var builder = ConditionSQL()
    let filter = builder.sql(of: condition)
    let order = ordering
    let textJoin =
      order.contains { $0.column.hasPrefix("file_text.") }
      ? "\nJOIN file_text ON file_text.file_id = file.id" : ""
    let terms = order.map { term in
      let direction = term.isAscending ? "ASC" : "DESC"
      // Descending, SQLite puts NULL last by itself.
      let nulls = term.hasNulls && term.isAscending ? " NULLS LAST" : ""
      return "\(term.column) \(direction)\(nulls)"
    }
    let presence = condition.asksForStatus ? "" : " AND file.status = 'present'"
    return SQLSelection(
      sql: """
        SELECT file.id FROM recording JOIN file ON file.recording_id = recording.id\(textJoin)
        WHERE \(filter)\(presence)
        ORDER BY \(terms.joined(separator: ", "))
        LIMIT ? OFFSET ?
        """,
      values: builder.values + [
        .integer(Int64(limit ?? -1)), .integer(Int64(max(offset, 0))),
      ])
  }

  /// A term of ORDER BY.
  struct OrderTerm {
    var column: String
    var isAscending: Bool
    /// Whether tracks without a value can be in the answer.
    var hasNulls = false
  }

  /// What the answer is sorted by: the terms given, else the first ordered field that the query
  /// asks about, else the path. Ties are broken as an index that begins with the column has it,
  /// then by age in the catalogue: the order is always total, and mostly free.
  var ordering: [OrderTerm] {
    guard let last = sort.last else { return usualOrdering }
    var terms = sort.compactMap { term -> OrderTerm? in
      guard let column = term.field.column else { return nil }
      let isKnown = condition.requiredFields.contains(term.field)
      return OrderTerm(
        column: column.sort ?? column.name, isAscending: term.isAscending, hasNulls: !isKnown)
    }
    let breakers = (sort.count == 1 ? last.field.column?.tieBreakers : nil) ?? []
    terms += breakers.map { OrderTerm(column: $0, isAscending: last.isAscending) }
    return terms + Self.ages(isAscending: last.isAscending)
  }

  private var usualOrdering: [OrderTerm] {
    let columns =
      condition.usualOrder ?? [ConditionSQL.pathColumn]
    return columns.map { OrderTerm(column: $0, isAscending: true) } + Self.ages(isAscending: true)
  }

  private static func ages(isAscending: Bool) -> [OrderTerm] {
    ["recording.id", "file.id"].map { OrderTerm(column: $0, isAscending: isAscending) }
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
    case .text(let field, _, _): [field]
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
      return ["recording.bpm_fold", "recording.key", "recording.integrated"]
    default:
      return nil
    }
  }
}

import Catalog

/// The table of query fields in the help, made from `Query.Field.all`.
enum FieldHelp {
  static let section = Command.Section(
    title: "FIELDS",
    rows: Query.Field.all.map { field in
      (label: ([field.name] + field.aliases).joined(separator: ", "), text: text(field))
    })

  private static func text(_ field: Query.Field) -> String {
    let unit = field.unit.map { " in \($0)" } ?? ""
    return "\(field.summary) (\(field.kind.rawValue)\(unit)): \(field.example)"
  }
}

import Catalog

/// The table of query fields in the help, made from `Query.Field.all`.
enum FieldHelp {
  static let section = Command.Section(
    title: "FIELDS",
    rows: Query.Field.all.map { field in
      (label: ([field.name] + field.aliases).joined(separator: ", "), text: text(field))
    })

  private static func text(_ field: Query.Field) -> String {
    let unit = field.unit.map { ", \($0)" } ?? ""
    // Two spaces part examples; one may be inside of quotes.
    let examples = field.example.split(separator: "  ")
    return "\(field.summary) (\(field.kind.rawValue)\(unit)): \(examples.joined(separator: " or "))"
  }
}

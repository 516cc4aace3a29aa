extension Query {
  /// Something that a query can ask about. ``all`` is the only list: parser, SQL, help and
  /// suggestions are made from it.
  public struct Field: Sendable {
    /// What kind of value it has, and so which operators and notations.
    public enum Kind: String, Hashable, Sendable {
      case number, text, key, date, duration, word
    }

    public let name: String
    public let aliases: [String]
    public let kind: Kind
    /// The unit of a number, for help; nil without one.
    public let unit: String?
    /// What it is, in a few words.
    public let summary: String
    /// A term that uses it.
    public let example: String

    /// All fields, in the order of the help.
    public static let all: [Field] = []
  }
}

extension Query.Field: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

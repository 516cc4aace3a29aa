extension Query {
  /// Something that a query can ask about. ``all`` is the only list: parser, SQL, help and
  /// suggestions are made from it.
  public struct Field: Sendable {
    /// What kind of value it has, and so which operators and notations.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// A decimal number: `124`, `124..128`, `..128`, `<128`, `>=128`.
      case number
      /// As `number`, in beats per minute, and `~128`: half and double tempo too.
      case tempo
      /// As `number`, in seconds or as `3:30`.
      case duration
      /// As `number`, a day, month or year: `2026`, `2026-01..`.
      case date
      /// `8A`, `Am`, `1m`, and `~8A`: all that mix with it.
      case key
      /// A text: `:` for a part of it, `=` for all of it.
      case text
      /// A folder or a part of a path.
      case path
      /// One of a few words.
      case choice
      /// The name of a saved query.
      case playlist
      /// Not a value: asks about another field.
      case question
    }

    public let name: String
    public let aliases: [String]
    public let kind: Kind
    /// The unit of a number; nil without one.
    public let unit: String?
    /// What it is, in a few words.
    public let summary: String
    /// A term that uses it.
    public let example: String
    /// Where SQL finds it; nil for questions.
    let column: Column?
    /// How a track that has been read tells it.
    let value: @Sendable (Track) -> Value?
    /// Of a text, where it stands among the folded ones; nil for others.
    let searched: (@Sendable (SearchedText) -> String?)?

    init(
      _ name: String, aliases: [String] = [], _ kind: Kind, unit: String? = nil,
      _ summary: String, example: String, column: Column? = nil,
      value: @escaping @Sendable (Track) -> Value? = { _ in nil }
    ) {
      self.name = name
      self.aliases = aliases
      self.kind = kind
      self.unit = unit
      self.summary = summary
      self.example = example
      self.column = column
      self.value = value
      searched = nil
    }

    /// A text.
    init(
      _ name: String, aliases: [String] = [], _ kind: Kind, _ summary: String, example: String,
      column: Column, searched: @escaping @Sendable (SearchedText) -> String?
    ) {
      self.name = name
      self.aliases = aliases
      self.kind = kind
      unit = nil
      self.summary = summary
      self.example = example
      self.column = column
      value = { searched(SearchedText($0)).map(Value.text) }
      self.searched = searched
    }

    /// The field of this name or alias, capitals aside.
    public static func named(_ name: String) -> Field? {
      byName[name.lowercased()]
    }

    /// Every name and alias, in the order of ``all``.
    public static let allNames: [String] = all.flatMap { [$0.name] + $0.aliases }

    private static let byName: [String: Field] = Dictionary(
      all.flatMap { field in ([field.name] + field.aliases).map { ($0, field) } },
      uniquingKeysWith: { first, _ in first })
  }
}

extension Query.Field {
  /// A column of the schema.
  struct Column: Sendable {
    /// With its table: "recording.bpm".
    var name: String
    /// What to sort by, when that is another column.
    var sort: String?
    /// What sorts those alike: the further columns of an index that begins with this one.
    var tieBreakers: [String] = []
    /// What to ask whether the value is known, when that is not the column itself.
    var presence: String?
    /// The column that says why the value is unknown.
    var reason: String?
    /// The reasons that there are.
    var reasons: [String] = []
    /// How a track tells its reason.
    var trackReason: @Sendable (Track) -> String? = { _ in nil }
  }

  /// A field's value in a track.
  enum Value: Hashable, Sendable {
    case number(Double)
    /// A place in the wheel's order.
    case key(Int)
    /// Folded.
    case text(String)
  }

  /// Whether the values have an order in which a range makes sense.
  var isOrdered: Bool {
    switch kind {
    case .number, .tempo, .duration, .date, .key: true
    case .text, .path, .choice, .playlist, .question: false
    }
  }
}

extension Query.Field: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

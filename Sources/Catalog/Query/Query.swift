/// A question to the catalogue, parsed: which tracks, in which order, how many.
public struct Query: Hashable, Sendable {
  /// What a track must fulfil.
  public var condition: Condition
  /// The order, first by the first term; empty for the usual order.
  public var sort: [SortTerm]
  /// At most this many tracks; nil for all.
  public var limit: Int?
  /// Tracks left out at the head.
  public var offset: Int

  /// A sort key: `bpm+` is ascending. Tracks without the value come last either way.
  public struct SortTerm: Hashable, Sendable {
    public var field: Field
    public var isAscending: Bool

    public init(field: Field, isAscending: Bool = true) {
      self.field = field
      self.isAscending = isAscending
    }
  }

  public init(
    _ condition: Condition = .all([]), sort: [SortTerm] = [], limit: Int? = nil, offset: Int = 0
  ) {
    self.condition = condition
    self.sort = sort
    self.limit = limit
    self.offset = offset
  }
}

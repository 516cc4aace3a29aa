/// What is wrong with a query, and where.
public struct QueryError: Error, Hashable, Sendable {
  /// One line without the place: "unknown field 'tmpo'".
  public var message: String
  /// The query as it was read.
  public var text: String
  /// The offending part of `text`, in characters from its start.
  public var range: Range<Int>
  /// What was perhaps meant: a word to put there.
  public var suggestion: String?

  public init(message: String, text: String, range: Range<Int>, suggestion: String? = nil) {
    self.message = message
    self.text = text
    self.range = range
    self.suggestion = suggestion
  }

  /// Spaces and carets that, printed under `text`, point at the offending part.
  public var caretLine: String {
    String(repeating: " ", count: range.lowerBound)
      + String(repeating: "^", count: max(range.count, 1))
  }
}

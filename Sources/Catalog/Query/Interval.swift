/// A range of numbers, open or closed at either end, or without an end.
public struct Interval: Hashable, Sendable {
  /// An end of a range.
  public struct End: Hashable, Sendable {
    public var value: Double
    /// Whether the value itself belongs to the range.
    public var isIncluded: Bool

    public init(_ value: Double, isIncluded: Bool = true) {
      self.value = value
      self.isIncluded = isIncluded
    }
  }

  public var lower: End?
  public var upper: End?

  public init(lower: End? = nil, upper: End? = nil) {
    self.lower = lower
    self.upper = upper
  }

  public init(_ range: ClosedRange<Double>) {
    self.init(lower: End(range.lowerBound), upper: End(range.upperBound))
  }

  public func contains(_ value: Double) -> Bool {
    if let lower, value < lower.value || (value == lower.value && !lower.isIncluded) {
      return false
    }
    if let upper, value > upper.value || (value == upper.value && !upper.isIncluded) {
      return false
    }
    return true
  }
}

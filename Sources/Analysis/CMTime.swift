/// A rational point in time, or a length of it: `value / timescale` seconds.
///
/// The same fields, names and raw values as Core Media's `CMTime`, so that a beat at frame
/// 1,234,567 of a 44.1 kHz file is exactly that frame and not the nearest `Double`.
public struct CMTime: Sendable {
  public struct Flags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let valid = Flags(rawValue: 1)
    public static let hasBeenRounded = Flags(rawValue: 2)
    public static let positiveInfinity = Flags(rawValue: 4)
    public static let negativeInfinity = Flags(rawValue: 8)
    public static let indefinite = Flags(rawValue: 16)
  }

  public var value: Int64
  /// Units per second, positive for a valid time.
  public var timescale: Int32
  public var flags: Flags
  public var epoch: Int64

  public init(value: Int64, timescale: Int32, flags: Flags = .valid, epoch: Int64 = 0) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }

  /// The nearest time to `seconds` on a scale of `preferredTimescale` units per second.
  ///
  /// A value that does not fit, or is not finite, gives `invalid`.
  public init(seconds: Double, preferredTimescale: Int32) {
    let scaled = (seconds * Double(preferredTimescale)).rounded()
    guard preferredTimescale > 0, let value = Int64(exactly: scaled) else {
      self = .invalid
      return
    }
    let isExact = Double(value) / Double(preferredTimescale) == seconds
    self.init(
      value: value, timescale: preferredTimescale,
      flags: isExact ? .valid : [.valid, .hasBeenRounded])
  }

  public static let zero = CMTime(value: 0, timescale: 1)
  public static let invalid = CMTime(value: 0, timescale: 0, flags: [])

  public var isValid: Bool { flags.contains(.valid) }
  public var isNumeric: Bool {
    isValid && flags.isDisjoint(with: [.positiveInfinity, .negativeInfinity, .indefinite])
  }

  /// The time in seconds; NaN when it is not a number.
  public var seconds: Double {
    if flags.contains(.positiveInfinity) { return .infinity }
    if flags.contains(.negativeInfinity) { return -.infinity }
    guard isNumeric, timescale != 0 else { return .nan }
    return Double(value) / Double(timescale)
  }
}

// MARK: - Order and arithmetic

extension CMTime: Hashable, Comparable {
  /// Two numeric times are equal when they name the same moment, whatever their timescales.
  public static func == (left: CMTime, right: CMTime) -> Bool {
    guard left.isNumeric, right.isNumeric else {
      return left.value == right.value && left.timescale == right.timescale
        && left.flags == right.flags && left.epoch == right.epoch
    }
    return left.epoch == right.epoch && left.crossProduct(right) == right.crossProduct(left)
  }

  public static func < (left: CMTime, right: CMTime) -> Bool {
    guard left.isNumeric, right.isNumeric else { return left.seconds < right.seconds }
    if left.epoch != right.epoch { return left.epoch < right.epoch }
    return left.crossProduct(right) < right.crossProduct(left)
  }

  public func hash(into hasher: inout Hasher) {
    guard isNumeric else {
      hasher.combine(flags.rawValue)
      return
    }
    let divisor = greatestCommonDivisor(value.magnitude, UInt64(timescale.magnitude))
    hasher.combine(value / Int64(divisor))
    hasher.combine(Int64(timescale) / Int64(divisor))
    hasher.combine(epoch)
  }

  public static func + (left: CMTime, right: CMTime) -> CMTime {
    combine(left, right) { $0.addingReportingOverflow($1) }
  }

  public static func - (left: CMTime, right: CMTime) -> CMTime {
    combine(left, right) { $0.subtractingReportingOverflow($1) }
  }

  private func crossProduct(_ other: CMTime) -> (high: Int64, low: UInt64) {
    value.multipliedFullWidth(by: Int64(other.timescale))
  }

  /// Adds or subtracts on the least common timescale; on the left one, rounded, when that
  /// does not fit.
  private static func combine(
    _ left: CMTime, _ right: CMTime, _ operation: (Int64, Int64) -> (Int64, Bool)
  ) -> CMTime {
    guard left.isNumeric, right.isNumeric else { return .invalid }
    let divisor = Int64(
      greatestCommonDivisor(UInt64(left.timescale.magnitude), UInt64(right.timescale.magnitude)))
    let scale = Int64(left.timescale) / divisor * Int64(right.timescale)
    if let timescale = Int32(exactly: scale) {
      let (a, aOverflows) = left.value.multipliedReportingOverflow(
        by: Int64(right.timescale) / divisor)
      let (b, bOverflows) = right.value.multipliedReportingOverflow(
        by: Int64(left.timescale) / divisor)
      let (sum, overflows) = operation(a, b)
      if !aOverflows, !bOverflows, !overflows { return CMTime(value: sum, timescale: timescale) }
    }
    let (sum, _) = operation(
      left.value, Int64((right.seconds * Double(left.timescale)).rounded()))
    return CMTime(value: sum, timescale: left.timescale, flags: [.valid, .hasBeenRounded])
  }
}

private func == (left: (high: Int64, low: UInt64), right: (high: Int64, low: UInt64)) -> Bool {
  left.high == right.high && left.low == right.low
}

private func < (left: (high: Int64, low: UInt64), right: (high: Int64, low: UInt64)) -> Bool {
  left.high != right.high ? left.high < right.high : left.low < right.low
}

/// Euclid's algorithm; 1 when both are 0, so that the result may divide.
func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return max(a, 1)
}

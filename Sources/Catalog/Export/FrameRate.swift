/// The rate of a film's frames as a fraction: 25, or 30000/1001 for "29.97".
public struct FrameRate: Hashable, Sendable {
  /// Frames in `denominator` seconds.
  public var numerator, denominator: Int

  public init(numerator: Int, denominator: Int = 1) {
    self.numerator = numerator
    self.denominator = denominator
  }

  public static let twentyFive = FrameRate(numerator: 25)

  /// The usual rates by the names that people give them.
  public static let named: [(name: String, rate: FrameRate)] = [
    ("23.976", FrameRate(numerator: 24_000, denominator: 1001)), ("24", FrameRate(numerator: 24)),
    ("25", twentyFive), ("29.97", FrameRate(numerator: 30_000, denominator: 1001)),
    ("30", FrameRate(numerator: 30)), ("50", FrameRate(numerator: 50)),
    ("59.94", FrameRate(numerator: 60_000, denominator: 1001)), ("60", FrameRate(numerator: 60)),
  ]

  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// The frame that is nearest to a moment.
  public func frame(at seconds: Double) -> Int { Int((seconds * framesPerSecond).rounded()) }

  public func seconds(ofFrame frame: Int) -> Double { Double(frame) / framesPerSecond }

  /// So many frames as FCPXML writes a time: "1001/30000s", "3s".
  func time(ofFrame frame: Int) -> String {
    let value = frame * denominator
    return value % numerator == 0 ? "\(value / numerator)s" : "\(value)/\(numerator)s"
  }
}

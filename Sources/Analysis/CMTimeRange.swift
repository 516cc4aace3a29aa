/// A stretch of time: where it starts and how long it lasts.
public struct CMTimeRange: Codable, Hashable, Sendable {
  public var start: CMTime
  public var duration: CMTime

  public init(start: CMTime, duration: CMTime) {
    self.start = start
    self.duration = duration
  }

  public init(start: CMTime, end: CMTime) {
    self.init(start: start, duration: end - start)
  }

  public var end: CMTime { start + duration }

  /// Whether `time` lies in the half-open range.
  public func containsTime(_ time: CMTime) -> Bool { time >= start && time < end }
}

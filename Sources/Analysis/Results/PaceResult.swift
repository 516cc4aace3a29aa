extension MusicUnderstandingSession {
  /// How fast the music feels, in events per minute over stretches of time.
  ///
  /// Not computed in this release.
  public struct PaceResult: Codable, Equatable, Sendable {
    public var ranges: [RangedValue<Double>]

    public init(ranges: [RangedValue<Double>] = []) {
      self.ranges = ranges
    }
  }
}

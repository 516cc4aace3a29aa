extension MusicUnderstandingSession {
  /// Which instruments play when, and how prominent each is in the mix.
  ///
  /// Not computed in this release.
  public struct InstrumentActivityResult: Codable, Equatable, Sendable {
    /// The stretches in which an instrument is present.
    public var ranges: [Instrument: [CMTimeRange]]
    /// Prominence in the mix, 0 to 1, at an even rate.
    public var activity: [Instrument: [TimedValue<Float>]]

    public init(
      ranges: [Instrument: [CMTimeRange]] = [:],
      activity: [Instrument: [TimedValue<Float>]] = [:]
    ) {
      self.ranges = ranges
      self.activity = activity
    }
  }

  /// A kind of instrument.
  public struct Instrument: RawRepresentable, Hashable, Sendable, Codable, CodingKeyRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let vocal = Instrument(rawValue: "vocal")
    public static let drum = Instrument(rawValue: "drum")
    public static let bass = Instrument(rawValue: "bass")
    public static let other = Instrument(rawValue: "other")
  }
}

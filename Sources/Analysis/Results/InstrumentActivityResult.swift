extension MusicUnderstandingSession {
  /// Which instruments play when, and how prominent each is in the mix.
  ///
  /// Has an entry for each of vocal, drum, bass and other.
  ///
  /// *Source:* a network trained for mucat (see docs/models.md).
  public struct InstrumentActivityResult: Codable, Equatable, Sendable {
    /// The stretches in which an instrument is present, in order and apart, each of half a second or
    /// more; none in silence.
    public var ranges: [Instrument: [CMTimeRange]]
    /// Prominence in the mix, 0 to 1, every 50 ms from the start, over the second around each moment;
    /// 0 in silence. Empty for a piece of no length.
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

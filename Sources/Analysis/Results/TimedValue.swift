extension MusicUnderstandingSession {
  /// A value at a moment.
  public struct TimedValue<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    public var time: CMTime
    public var value: Value

    public init(time: CMTime, value: Value) {
      self.time = time
      self.value = value
    }
  }

  /// A value that holds over a stretch of time.
  public struct RangedValue<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    public var range: CMTimeRange
    public var value: Value

    public init(range: CMTimeRange, value: Value) {
      self.range = range
      self.value = value
    }
  }
}

extension MusicUnderstandingSession.TimedValue {
  private enum CodingKeys: String, CodingKey { case time, value }

  /// Reads `null` where a Float was expected as −∞, the level of silence.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    time = try fields.decode(CMTime.self, forKey: .time)
    if let silence = -Float.infinity as? Value, try fields.decodeNil(forKey: .value) {
      value = silence
    } else {
      value = try fields.decode(Value.self, forKey: .value)
    }
  }

  /// Writes a Float of −∞, the level of silence, as `null`, since JSON has no infinities.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(time, forKey: .time)
    if let level = value as? Float, !level.isFinite {
      try fields.encodeNil(forKey: .value)
    } else {
      try fields.encode(value, forKey: .value)
    }
  }
}

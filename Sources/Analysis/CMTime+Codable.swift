import FoundationEssentials

/// How times are written when a result is encoded.
public enum TimeEncoding: String, Sendable, CaseIterable {
  /// `{"value": 44100, "timescale": 44100, "flags": 1, "epoch": 0}`: exact, and the default.
  case cmtime
  /// A number of seconds; a range becomes `{"start": 0, "duration": 1.5}`. For people and scripts;
  /// reading it back gives the nearest time on a scale of 705,600,000 units per second.
  case seconds

  /// Put a `TimeEncoding` under this key in an encoder's `userInfo` to choose.
  public static let userInfoKey = CodingUserInfoKey(rawValue: "mucat.timeEncoding")!

  /// Divisible by every usual sample rate from 8 kHz to 192 kHz.
  static let secondsTimescale: Int32 = 705_600_000
}

extension CMTime: Codable {
  private enum CodingKeys: String, CodingKey { case value, timescale, flags, epoch }

  public init(from decoder: any Decoder) throws {
    if let seconds = try? decoder.singleValueContainer().decode(Double.self) {
      self.init(seconds: seconds, preferredTimescale: TimeEncoding.secondsTimescale)
      return
    }
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      value: try fields.decode(Int64.self, forKey: .value),
      timescale: try fields.decode(Int32.self, forKey: .timescale),
      flags: Flags(rawValue: try fields.decode(UInt32.self, forKey: .flags)),
      epoch: try fields.decode(Int64.self, forKey: .epoch))
  }

  public func encode(to encoder: any Encoder) throws {
    let encoding = encoder.userInfo[TimeEncoding.userInfoKey] as? TimeEncoding ?? .cmtime
    if encoding == .seconds, isNumeric {
      var single = encoder.singleValueContainer()
      try single.encode(seconds)
      return
    }
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(value, forKey: .value)
    try fields.encode(timescale, forKey: .timescale)
    try fields.encode(flags.rawValue, forKey: .flags)
    try fields.encode(epoch, forKey: .epoch)
  }
}

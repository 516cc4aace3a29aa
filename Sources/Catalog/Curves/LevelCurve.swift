import Analysis

/// Loudness over time as bytes: levels in hundredths of a LU, each as the difference from the one
/// before; their times as start and step where they are evenly spaced, else one by one.
///
/// A level comes back within 0.005 LU, or as −∞; levels beyond ±327 LUFS do not exist. Times are
/// as exact as those of ``MomentCurve``.
enum LevelCurve {
  typealias Level = MusicUnderstandingSession.TimedValue<Float>

  private enum Spacing: UInt64 {
    case even = 0
    case listed = 1
  }

  /// Stands for −∞ among the hundredths.
  private static let silence: Int64 = -32_768

  static func encode(_ levels: [Level]) -> [UInt8] {
    var writer = VariableLengthWriter()
    append(times: levels.map(\.time), to: &writer)
    MomentCurve.append(levels.map { hundredths($0.value) }, to: &writer)
    return writer.bytes
  }

  static func decode(_ bytes: [UInt8]) throws(CatalogError) -> [Level] {
    var reader = VariableLengthReader(bytes)
    let times = try readTimes(&reader)
    let values = try MomentCurve.readValues(times.count, from: &reader)
    return zip(times, values).map { Level(time: $0, value: level($1)) }
  }

  /// Writes moments, which take next to nothing when they are evenly spaced.
  static func append(times moments: [CMTime], to writer: inout VariableLengthWriter) {
    let (timescale, times) = MomentCurve.unify(moments)
    writer.append(UInt64(timescale.magnitude))
    writer.append(count: times.count)
    let step = times.count > 1 ? times[1] &- times[0] : 0
    if zip(times, times.dropFirst()).allSatisfy({ $1 &- $0 == step }) {
      writer.append(Spacing.even.rawValue)
      writer.append(signed: times.first ?? 0)
      writer.append(signed: step)
    } else {
      writer.append(Spacing.listed.rawValue)
      MomentCurve.append(times, to: &writer)
    }
  }

  /// - Parameter valuesPerByte: How many values at most follow for each byte.
  static func readTimes(
    _ reader: inout VariableLengthReader, valuesPerByte: Int = 1
  ) throws(CatalogError) -> [CMTime] {
    let timescale = try MomentCurve.readTimescale(&reader)
    let count = try reader.nextCount(perByte: valuesPerByte)
    let times: [Int64]
    switch Spacing(rawValue: try reader.next()) {
    case .even:
      let start = try reader.nextSigned()
      let step = try reader.nextSigned()
      times = (0..<Int64(count)).map { start &+ $0 &* step }
    case .listed: times = try MomentCurve.readValues(count, from: &reader)
    case nil: throw CatalogError.corrupt(detail: "a stored curve of an unknown kind")
    }
    return times.map { CMTime(value: $0, timescale: timescale) }
  }

  private static func hundredths(_ level: Float) -> Int64 {
    guard level.isFinite else { return silence }
    return Int64((max(-327, min(327, level)) * 100).rounded())
  }

  private static func level(_ hundredths: Int64) -> Float {
    hundredths == silence ? -.infinity : Float(hundredths) / 100
  }
}

import Analysis

/// A series of moments (beats, bars) as bytes: the timescale, the count, and the differences from
/// moment to moment in units of the timescale.
///
/// Exact when all moments have one timescale, as those of one analysis have. Otherwise they are
/// brought to 705,600,000 units a second, which is exact for the usual sample rates and within a
/// nanosecond for all others.
enum MomentCurve {
  private static let sharedTimescale: Int32 = 705_600_000

  static func encode(_ moments: [CMTime]) -> [UInt8] {
    var writer = VariableLengthWriter()
    let (timescale, values) = unify(moments)
    writer.append(UInt64(timescale.magnitude))
    writer.append(count: values.count)
    append(values, to: &writer)
    return writer.bytes
  }

  static func decode(_ bytes: [UInt8]) throws(CatalogError) -> [CMTime] {
    var reader = VariableLengthReader(bytes)
    let timescale = try readTimescale(&reader)
    let count = try reader.nextCount()
    return try readValues(count, from: &reader).map { CMTime(value: $0, timescale: timescale) }
  }

  /// The moments as integers on one timescale.
  static func unify(_ moments: [CMTime]) -> (timescale: Int32, values: [Int64]) {
    guard let first = moments.first else { return (1, []) }
    if first.timescale > 0, moments.allSatisfy({ $0.timescale == first.timescale }) {
      return (first.timescale, moments.map(\.value))
    }
    return (
      sharedTimescale,
      moments.map { CMTime(seconds: $0.seconds, preferredTimescale: sharedTimescale).value }
    )
  }

  static func append(_ values: [Int64], to writer: inout VariableLengthWriter) {
    var last: Int64 = 0
    for value in values {
      writer.append(signed: value &- last)
      last = value
    }
  }

  static func readTimescale(
    _ reader: inout VariableLengthReader
  ) throws(CatalogError) -> Int32 {
    guard let timescale = Int32(exactly: try reader.next()), timescale > 0 else {
      throw CatalogError.corrupt(detail: "a stored curve has no timescale")
    }
    return timescale
  }

  static func readValues(
    _ count: Int, from reader: inout VariableLengthReader
  ) throws(CatalogError) -> [Int64] {
    var values: [Int64] = []
    values.reserveCapacity(count)
    var last: Int64 = 0
    for _ in 0..<count {
      last &+= try reader.nextSigned()
      values.append(last)
    }
    return values
  }
}

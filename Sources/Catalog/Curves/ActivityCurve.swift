import Analysis

/// How active an instrument is over time as bytes: their times as in ``LevelCurve``; then the values
/// in hundredths, each as the difference from the one before, which changes little: one number for
/// each run of up to eight equal differences, the difference times eight plus the run's length less
/// one, the sign of the difference folded as everywhere.
///
/// A value comes back within 0.005, those of the analysis exactly; times are as exact as those of
/// ``MomentCurve``.
enum ActivityCurve {
  typealias Activity = MusicUnderstandingSession.TimedValue<Float>

  private static let longestRun = 8
  private static let resolution: Float = 100

  static func encode(_ values: [Activity]) -> [UInt8] {
    var writer = VariableLengthWriter()
    LevelCurve.append(times: values.map(\.time), to: &writer)
    var last: Int64 = 0
    var run = (difference: Int64(0), length: 0)
    for value in values {
      let level = hundredths(value.value)
      let difference = level - last
      last = level
      if run.length == longestRun || difference != run.difference {
        append(run, to: &writer)
        run = (difference, 0)
      }
      run.length += 1
    }
    append(run, to: &writer)
    return writer.bytes
  }

  static func decode(_ bytes: [UInt8]) throws(CatalogError) -> [Activity] {
    var reader = VariableLengthReader(bytes)
    let times = try LevelCurve.readTimes(&reader, valuesPerByte: longestRun)
    var values: [Activity] = []
    values.reserveCapacity(times.count)
    var level: Int64 = 0
    while values.count < times.count {
      let number = try reader.next()
      let length = Int(number % UInt64(longestRun)) + 1
      let difference = VariableLengthReader.unfolded(number / UInt64(longestRun))
      for time in times[values.count...].prefix(length) {
        level &+= difference
        values.append(Activity(time: time, value: Float(level) / resolution))
      }
    }
    return values
  }

  private static func append(
    _ run: (difference: Int64, length: Int), to writer: inout VariableLengthWriter
  ) {
    guard run.length > 0 else { return }
    let folded = VariableLengthWriter.folded(run.difference)
    writer.append(folded * UInt64(longestRun) + UInt64(run.length - 1))
  }

  private static func hundredths(_ value: Float) -> Int64 {
    value > 0 ? Int64((min(value, 1) * resolution).rounded()) : 0
  }
}

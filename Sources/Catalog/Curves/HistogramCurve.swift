import Analysis

/// A loudness histogram as bytes: for each step that has blocks, the difference from the step
/// before and the count. Exact.
enum HistogramCurve {
  static func encode(_ histogram: LoudnessHistogram) -> [UInt8] {
    var writer = VariableLengthWriter()
    writer.append(count: histogram.counts.count)
    var last = 0
    for (step, count) in histogram.counts.sorted(by: { $0.key < $1.key }) {
      writer.append(signed: Int64(step - last))
      writer.append(signed: Int64(count))
      last = step
    }
    return writer.bytes
  }

  static func decode(_ bytes: [UInt8]) throws(CatalogError) -> LoudnessHistogram {
    var reader = VariableLengthReader(bytes)
    var histogram = LoudnessHistogram()
    var step: Int64 = 0
    for _ in 0..<(try reader.nextCount()) {
      step &+= try reader.nextSigned()
      histogram.counts[Int(step)] = Int(try reader.nextSigned())
    }
    return histogram
  }
}

import Analysis

/// A loudness histogram as bytes: for each step that has blocks, the difference from the step
/// before and the count; then for each the mean loudness of its blocks, in hundredths of the step
/// from its lower edge. Counts are exact, loudness is within 0.0005 LU.
///
/// The second part is absent in catalogues of the first release, and for histograms without
/// energies: blocks then count as lying in the middle of their steps.
enum HistogramCurve {
  private static let hundredths = 100.0

  static func encode(_ histogram: LoudnessHistogram) -> [UInt8] {
    var writer = VariableLengthWriter()
    writer.append(count: histogram.counts.count)
    let steps = histogram.counts.sorted { $0.key < $1.key }
    var last = 0
    for (step, count) in steps {
      writer.append(signed: Int64(step - last))
      writer.append(signed: Int64(count))
      last = step
    }
    guard !histogram.energies.isEmpty else { return writer.bytes }
    for (step, _) in steps {
      let place = histogram.meanLUFS(ofStep: step).map { ($0 - edge(of: step)) / width } ?? 0.5
      let hundredth = (place * hundredths).rounded()
      writer.append(count: hundredth.isFinite ? Int(min(max(hundredth, 0), 1e6)) : 0)
    }
    return writer.bytes
  }

  static func decode(_ bytes: [UInt8]) throws(CatalogError) -> LoudnessHistogram {
    var reader = VariableLengthReader(bytes)
    var histogram = LoudnessHistogram()
    var steps: [Int] = []
    var step: Int64 = 0
    for _ in 0..<(try reader.nextCount()) {
      step &+= try reader.nextSigned()
      histogram.counts[Int(step)] = Int(try reader.nextSigned())
      steps.append(Int(step))
    }
    guard !reader.isAtEnd else { return histogram }
    for step in steps {
      let place = Double(try reader.next()) / hundredths
      histogram.setMeanLUFS(edge(of: step) + place * width, ofStep: step)
    }
    return histogram
  }

  private static var width: Double { LoudnessHistogram.stepLU }

  private static func edge(of step: Int) -> Double {
    LoudnessHistogram.floorLUFS + Double(step) * width
  }
}

import Analysis

extension Catalog {
  /// The gating blocks of a recording; nil when its loudness was not measured.
  func loudnessHistogram(of recording: Int64) throws(CatalogError) -> LoudnessHistogram? {
    try result(of: recording)?.loudness?.details.histogram
  }
}

import Analysis

extension Catalog {
  /// The gating blocks of a recording, without its other curves; nil when its loudness was not
  /// measured.
  func loudnessHistogram(of recording: Int64) throws(CatalogError) -> LoudnessHistogram? {
    let bytes = try connection.statement(
      "SELECT data FROM curve WHERE recording_id = ? AND name = ?"
    ).first(
      .integer(recording), .text(StoredAnalysis.CurveName.loudnessHistogram.rawValue)
    ) { row in row.blob(0) }
    guard let bytes else { return nil }
    return try HistogramCurve.decode(bytes)
  }
}

import Analysis

/// Parts that follow one another without gaps (sections, segments, phrases) as bytes: the moments at
/// which they meet, as ``MomentCurve`` writes them.
enum PartsCurve {
  /// Nil for parts that leave gaps or overlap.
  static func encode(_ parts: [CMTimeRange]) -> [UInt8]? {
    guard let last = parts.last else { return MomentCurve.encode([]) }
    guard zip(parts, parts.dropFirst()).allSatisfy({ $0.end == $1.start }) else { return nil }
    return MomentCurve.encode(parts.map(\.start) + [last.end])
  }

  static func decode(_ bytes: [UInt8]) throws(CatalogError) -> [CMTimeRange] {
    let edges = try MomentCurve.decode(bytes)
    return zip(edges, edges.dropFirst()).map { CMTimeRange(start: $0, end: $1) }
  }
}

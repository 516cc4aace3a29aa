/// What in a report calls for doing something.
extension LoudnessReport {
  /// From this difference on between its quietest and its loudest track, in LU, an album is uneven:
  /// one has to reach for the volume.
  public static let unevenSpread = 8.0

  /// The loudest tracks, the loudest first.
  func loudest(_ count: Int) -> [TrackRow] { Array(byLoudness.suffix(count).reversed()) }

  /// The quietest tracks, the quietest first.
  func quietest(_ count: Int) -> [TrackRow] { Array(byLoudness.prefix(count)) }

  /// Tracks that cannot reach the target below the ceiling, the one that misses it most first.
  var limited: [TrackRow] {
    tracks.filter(\.level.isShort).sorted { ($0.level.shortfall ?? 0) > ($1.level.shortfall ?? 0) }
  }

  /// Tracks with clipped samples, the most first.
  var clipped: [TrackRow] {
    tracks.filter { $0.level.clippedSampleCount > 0 }
      .sorted { $0.level.clippedSampleCount > $1.level.clippedSampleCount }
  }

  /// Albums whose tracks differ much, the most uneven first.
  var unevenAlbums: [AlbumRow] {
    albums.filter(\.isUneven).sorted { ($0.spread ?? 0) > ($1.spread ?? 0) }
  }

  /// Tracks without a level.
  var unmeasured: [TrackRow] { tracks.filter { $0.level.integrated == nil } }

  private var byLoudness: [TrackRow] {
    tracks.filter { $0.level.integrated != nil }
      .sorted { ($0.level.integrated ?? 0) < ($1.level.integrated ?? 0) }
  }
}

extension LoudnessReport.AlbumRow {
  /// Whether its tracks differ by ``LoudnessReport/unevenSpread`` and more.
  public var isUneven: Bool { (spread ?? 0) >= LoudnessReport.unevenSpread }
}

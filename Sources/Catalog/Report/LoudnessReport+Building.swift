import Analysis
import Decoders

extension LoudnessReport {
  /// Reports on the tracks that a query asks for, in its order; albums by artist and title.
  ///
  /// An album's loudness is that of its tracks played as one (``LoudnessHistogram``), over the
  /// tracks that the query found.
  public init(
    of query: Query, in catalog: Catalog, options: Options = Options()
  ) async throws(CatalogError) {
    let tracks = try await catalog.tracks(matching: query).filter { $0.status == .present }
    let failures = try await catalog.failures()
    var histograms: [Int64: LoudnessHistogram] = [:]
    for album in AlbumGroup.groups(of: tracks) where album.tracks.count > 1 {
      for track in album.tracks where track.integrated != nil {
        histograms[track.recordingID] =
          try await catalog.loudnessHistogram(of: track.recordingID)
      }
    }
    self.init(
      tracks: tracks, histograms: histograms, failedPaths: failures.map(\.path), options: options)
  }

  /// - Parameters:
  ///   - histograms: By recording; needed for tracks of albums of two tracks and more.
  ///   - failedPaths: Files that have no analysis.
  init(
    tracks: [Track], histograms: [Int64: LoudnessHistogram], failedPaths: [FilePath],
    options: Options
  ) {
    target = options.target
    ceiling = options.ceiling
    self.tracks = tracks.map { TrackRow($0, options: options) }
    let failedFolders = Set(failedPaths.map(\.parent))
    albums = AlbumGroup.groups(of: tracks).map { group in
      AlbumRow(group, histograms: histograms, failedFolders: failedFolders, options: options)
    }
    summary = Summary(tracks: self.tracks, albumCount: albums.count, options: options)
  }
}

extension LoudnessReport.TrackRow {
  init(_ track: Track, options: LoudnessReport.Options) {
    path = String(decoding: track.path.bytes, as: UTF8.self)
    pathBytes = track.path.utf8Text == nil ? track.path.hexText : nil
    title = track.title
    artist = track.artist
    album = track.album
    duration = track.duration
    isTruncated = track.isTruncated
    level = LoudnessReport.Level(
      integrated: track.integrated, loudnessRange: track.loudnessRange, truePeak: track.truePeak,
      clippedSampleCount: track.clippedSampleCount, reason: track.loudnessReason, options: options)
  }
}

extension LoudnessReport.AlbumRow {
  init(
    _ group: AlbumGroup, histograms: [Int64: LoudnessHistogram], failedFolders: Set<FilePath>,
    options: LoudnessReport.Options
  ) {
    let tracks = group.tracks
    title = group.title
    artist = group.artist
    let folders = tracks.map(\.path.parent)
    folder = folders.min()?.displayText ?? ""
    trackCount = tracks.count
    measuredCount = tracks.count { $0.integrated != nil }
    isPartial =
      tracks.contains { $0.isTruncated } || folders.contains(where: failedFolders.contains)
    // Two files of one recording are played twice, and count twice.
    duration = tracks.reduce(0) { $0 + $1.duration }
    let integrated: Double?
    if tracks.count == 1 {
      integrated = tracks[0].integrated
    } else {
      let blocks = tracks.compactMap { histograms[$0.recordingID] }
      integrated = Double(LoudnessHistogram.pooledIntegrated(blocks))
    }
    level = LoudnessReport.Level(
      integrated: integrated, loudnessRange: tracks.count == 1 ? tracks[0].loudnessRange : nil,
      truePeak: tracks.compactMap(\.truePeak).max(),
      clippedSampleCount: tracks.reduce(0) { $0 + $1.clippedSampleCount },
      reason: tracks.compactMap(\.loudnessReason).first, options: options)
  }
}

extension LoudnessReport.Summary {
  init(tracks: [LoudnessReport.TrackRow], albumCount: Int, options: LoudnessReport.Options) {
    let levels = tracks.map(\.level)
    let loudness = levels.compactMap(\.integrated).sorted()
    trackCount = tracks.count
    self.albumCount = albumCount
    measuredCount = loudness.count
    nearTargetCount = loudness.count { abs($0 - options.target) <= 1 }
    limitedCount = levels.count { $0.isShort }
    clippedCount = levels.count { $0.clippedSampleCount > 0 }
    overCeilingCount = levels.count { $0.isOver(options.ceiling) }
    if let quietest = loudness.first, let loudest = loudness.last {
      let middle = loudness.count / 2
      medianIntegrated =
        loudness.count % 2 == 1 ? loudness[middle] : (loudness[middle - 1] + loudness[middle]) / 2
      spread = loudest - quietest
    }
  }
}

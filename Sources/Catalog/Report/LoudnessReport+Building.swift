import Analysis
import Decoders
import Glibc

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
    for album in AlbumGroup.groups(of: tracks, by: options.grouping) where album.tracks.count > 1 {
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
    albums = AlbumGroup.groups(of: tracks, by: options.grouping).map { group in
      AlbumRow(group, histograms: histograms, failedFolders: failedFolders, options: options)
    }
    summary = Summary(tracks: self.tracks, albums: albums, options: options)
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
      integrated: track.integrated(options), loudnessRange: track.loudnessRange,
      truePeak: track.truePeak,
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
    disc = group.disc
    isPartial =
      tracks.contains { $0.isTruncated || $0.isUnmeasured }
      || folders.contains(where: failedFolders.contains)
    let levels = tracks.compactMap { $0.integrated(options) }
    if levels.count > 1, let quietest = levels.min(), let loudest = levels.max() {
      spread = (loudest - quietest).roundedForReport
    }
    // Two files of one recording are played twice, and count twice.
    duration = tracks.reduce(0) { $0 + $1.duration }
    let integrated: Double?
    if tracks.count == 1 {
      integrated = tracks[0].integrated(options)
    } else {
      let blocks = tracks.compactMap { track in
        histograms[track.recordingID].map {
          options.countsTwice(track) ? $0.multiplied(by: 2) : $0
        }
      }
      integrated = Double(LoudnessHistogram.pooledIntegrated(blocks))
    }
    level = LoudnessReport.Level(
      integrated: integrated, loudnessRange: tracks.count == 1 ? tracks[0].loudnessRange : nil,
      truePeak: tracks.compactMap(\.truePeak).max(),
      clippedSampleCount: tracks.reduce(0) { $0 + $1.clippedSampleCount },
      reason: tracks.compactMap(\.loudnessReason).first, options: options)
  }
}

extension LoudnessReport.Options {
  func countsTwice(_ track: Track) -> Bool { countsMonoTwice && track.channelCount == 1 }
}

extension Track {
  /// In LUFS, as the report counts mono.
  fileprivate func integrated(_ options: LoudnessReport.Options) -> Double? {
    options.countsTwice(self) ? integrated.map { $0 + 10 * log10(2) } : integrated
  }

  /// Whether there is no level, and not because there is nothing to hear.
  fileprivate var isUnmeasured: Bool { integrated == nil && loudnessReason == nil }
}

extension LoudnessReport.Summary {
  init(
    tracks: [LoudnessReport.TrackRow], albums: [LoudnessReport.AlbumRow],
    options: LoudnessReport.Options
  ) {
    let levels = tracks.map(\.level)
    let loudness = levels.compactMap(\.integrated).sorted()
    trackCount = tracks.count
    albumCount = albums.count
    measuredCount = loudness.count
    nearTargetCount = loudness.count { abs($0 - options.target) <= 1 }
    limitedCount = levels.count { $0.isShort }
    clippedCount = levels.count { $0.clippedSampleCount > 0 }
    unevenAlbumCount = albums.count { $0.isUneven }
    overCeilingCount = levels.count { $0.isOver(options.ceiling) }
    if let quietest = loudness.first, let loudest = loudness.last {
      let middle = loudness.count / 2
      let median =
        loudness.count % 2 == 1 ? loudness[middle] : (loudness[middle - 1] + loudness[middle]) / 2
      medianIntegrated = median.roundedForReport
      spread = (loudest - quietest).roundedForReport
    }
  }
}

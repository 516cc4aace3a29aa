import Analysis
import Decoders

/// The levels of whole albums, whichever of their tracks are asked for.
struct AlbumLevels {
  enum Level: Hashable {
    case measured(MeasuredLevel)
    /// The tags name no album.
    case noAlbum
    /// Not all of the album could be measured, and why.
    case partial(String)
  }

  private var groups: [AlbumGroup] = []
  private var groupByFile: [Int64: Int] = [:]
  private var failedFolders: Set<FilePath> = []
  private var levels: [Int: Level] = [:]

  /// - Parameter tracks: All that are present, so that albums are whole.
  init(tracks: [Track], failedPaths: [FilePath]) {
    groups = AlbumGroup.groups(of: tracks)
    failedFolders = Set(failedPaths.map(\.parent))
    for (index, group) in groups.enumerated() {
      for track in group.tracks { groupByFile[track.fileID] = index }
    }
  }

  /// The level of the album that a file belongs to.
  mutating func level(
    ofFile file: Int64, in catalog: Catalog
  ) async throws(CatalogError) -> Level {
    guard let index = groupByFile[file], groups[index].title != nil else { return .noAlbum }
    if let known = levels[index] { return known }
    let level = try await measure(groups[index], in: catalog)
    levels[index] = level
    return level
  }

  private func measure(
    _ group: AlbumGroup, in catalog: Catalog
  ) async throws(CatalogError) -> Level {
    if let cut = group.tracks.first(where: \.isTruncated) {
      return .partial("\(cut.path.lastComponent) ends before it should")
    }
    if let folder = group.tracks.map(\.path.parent).first(where: failedFolders.contains) {
      return .partial("a file in \(folder.lastComponent) could not be heard")
    }
    // A silent track is part of its album and adds nothing to its loudness.
    let unmeasured = group.tracks.first { track in
      track.integrated == nil && !["silence", "tooShort"].contains(track.loudnessReason)
    }
    if let unmeasured { return .partial("\(unmeasured.path.lastComponent) was not measured") }
    var integrated = group.tracks.first?.integrated
    if group.tracks.count > 1 {
      var blocks: [LoudnessHistogram] = []
      for track in group.tracks where track.integrated != nil {
        if let histogram = try await catalog.loudnessHistogram(of: track.recordingID) {
          blocks.append(histogram)
        }
      }
      integrated = Double(LoudnessHistogram.pooledIntegrated(blocks))
    }
    guard let integrated, integrated.isFinite else { return .partial("it is silent") }
    return .measured(
      MeasuredLevel(
        integrated: integrated, truePeak: group.tracks.compactMap(\.truePeak).max(),
        samplePeak: group.tracks.compactMap(\.samplePeak).max()))
  }
}

import Decoders

/// Tracks that belong together, by their tags, else by their folder.
///
/// - With an album artist: all tracks of that artist and album.
/// - With an album but no album artist: the tracks of a folder with that album. If they all have
///   one artist, tracks of other folders with that artist and album join them (discs in folders);
///   else it is a compilation, and has no artist.
/// - Without an album: the tracks of a folder.
struct AlbumGroup {
  var title: String?
  var artist: String?
  var tracks: [Track]

  private enum Key: Hashable {
    case tagged(artist: String, album: String)
    case compilation(album: String, folder: FilePath)
    case folder(FilePath)
  }

  private struct FolderAlbum: Hashable {
    var folder: FilePath
    var album: String
  }

  /// The groups by artist, title and first path; tracks keep their order.
  static func groups(of tracks: [Track]) -> [AlbumGroup] {
    var artists: [FolderAlbum: Set<String?>] = [:]
    for track in tracks where track.albumArtist == nil {
      guard let album = track.album else { continue }
      let place = FolderAlbum(folder: track.path.parent, album: album)
      artists[place, default: []].insert(track.artist)
    }
    func key(_ track: Track) -> Key {
      let folder = track.path.parent
      guard let album = track.album else { return .folder(folder) }
      if let artist = track.albumArtist { return .tagged(artist: artist, album: album) }
      if let artist = track.artist, artists[FolderAlbum(folder: folder, album: album)]?.count == 1 {
        return .tagged(artist: artist, album: album)
      }
      return .compilation(album: album, folder: folder)
    }
    let byKey = Dictionary(grouping: tracks, by: key)
    let groups = byKey.map { key, tracks in
      switch key {
      case .tagged(let artist, let album):
        AlbumGroup(title: album, artist: artist, tracks: tracks)
      case .compilation(let album, _): AlbumGroup(title: album, artist: nil, tracks: tracks)
      case .folder: AlbumGroup(title: nil, artist: nil, tracks: tracks)
      }
    }
    return groups.sorted { $0.isBefore($1) }
  }

  /// The path that comes first: no two groups share one.
  private var firstPath: FilePath { tracks.map(\.path).min() ?? FilePath("") }

  /// Tagged albums by artist and title, then compilations, then folders.
  private func isBefore(_ other: AlbumGroup) -> Bool {
    let own = [artist, title].map { $0?.lowercased() ?? Self.last }
    let others = [other.artist, other.title].map { $0?.lowercased() ?? Self.last }
    if own != others { return own.lexicographicallyPrecedes(others) }
    return firstPath < other.firstPath
  }

  /// Sorts behind any name.
  private static let last = "\u{10FFFF}"
}

import Decoders

/// What makes tracks an album.
public enum AlbumGrouping: String, CaseIterable, Sendable {
  /// Their tags, else their folder.
  case tags
  /// The folder that they lie in, whatever their tags say.
  case folder
  /// As `tags`, each disc by itself: by disc number, else by folder.
  case disc
}

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
  /// The disc's number; nil when albums are not parted into discs, or it has none.
  var disc: Int?
  var tracks: [Track]

  private enum Key: Hashable {
    case tagged(artist: String, album: String)
    case compilation(album: String, folder: FilePath)
    case folder(FilePath)
  }

  /// The part of an album that is a disc.
  private enum Disc: Hashable {
    case all
    case number(Int)
    case folder(FilePath)
  }

  private struct FolderAlbum: Hashable {
    var folder: FilePath
    var album: String
  }

  private struct Place: Hashable {
    var key: Key
    var disc: Disc
  }

  /// The groups by artist, title, disc and first path; tracks keep their order.
  static func groups(
    of tracks: [Track], by grouping: AlbumGrouping = .tags
  ) -> [AlbumGroup] {
    let places = places(of: tracks, by: grouping)
    let byPlace = Dictionary(grouping: zip(places, tracks), by: \.0)
    let groups = byPlace.map { place, members in
      AlbumGroup(place, members.map(\.1))
    }
    return groups.sorted { $0.isBefore($1) }
  }

  private init(_ place: Place, _ tracks: [Track]) {
    self.tracks = tracks
    if case .number(let number) = place.disc { disc = number }
    switch place.key {
    case .tagged(let artist, let album):
      self.artist = artist
      title = album
    case .compilation(let album, _): title = album
    case .folder: break
    }
  }

  /// Where each track belongs.
  private static func places(of tracks: [Track], by grouping: AlbumGrouping) -> [Place] {
    guard grouping != .folder else {
      return tracks.map { Place(key: .folder($0.path.parent), disc: .all) }
    }
    var artists: [FolderAlbum: Set<String?>] = [:]
    for track in tracks where track.albumArtist == nil {
      guard let album = track.album else { continue }
      let place = FolderAlbum(folder: track.path.parent, album: album)
      artists[place, default: []].insert(track.artist)
    }
    return tracks.map { track in
      let folder = track.path.parent
      return Place(key: key(track, artists), disc: disc(track, in: folder, by: grouping))
    }
  }

  private static func key(_ track: Track, _ artists: [FolderAlbum: Set<String?>]) -> Key {
    let folder = track.path.parent
    guard let album = track.album else { return .folder(folder) }
    if let artist = track.albumArtist { return .tagged(artist: artist, album: album) }
    if let artist = track.artist, artists[FolderAlbum(folder: folder, album: album)]?.count == 1 {
      return .tagged(artist: artist, album: album)
    }
    return .compilation(album: album, folder: folder)
  }

  private static func disc(
    _ track: Track, in folder: FilePath, by grouping: AlbumGrouping
  ) -> Disc {
    guard grouping == .disc, track.album != nil else { return .all }
    return track.discNumber.map { .number($0) } ?? .folder(folder)
  }

  /// The path that comes first: no two groups share one.
  private var firstPath: FilePath { tracks.map(\.path).min() ?? FilePath("") }

  /// Tagged albums by artist, title and disc, then compilations, then folders.
  private func isBefore(_ other: AlbumGroup) -> Bool {
    let own = [artist, title].map { $0?.lowercased() ?? Self.last }
    let others = [other.artist, other.title].map { $0?.lowercased() ?? Self.last }
    if own != others { return own.lexicographicallyPrecedes(others) }
    if disc != other.disc { return (disc ?? .max) < (other.disc ?? .max) }
    return firstPath < other.firstPath
  }

  /// Sorts behind any name.
  private static let last = "\u{10FFFF}"
}

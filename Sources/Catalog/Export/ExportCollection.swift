import Decoders

/// Tracks for a DJ program, and the playlists that they are in.
public struct ExportCollection: Sendable {
  public struct Playlist: Sendable {
    public var name: String
    /// Places in ``ExportCollection/tracks``, in playing order.
    public var tracks: [Int]

    public init(name: String, tracks: [Int]) {
      self.name = name
      self.tracks = tracks
    }
  }

  /// Each file once.
  public private(set) var tracks: [ExportTrack] = []
  public private(set) var playlists: [Playlist] = []
  /// How paths are spelt on the machine where the program runs: the first that fits.
  public var mappings: [PathMapping]
  /// Sections that get a pad where the user has set no cues.
  public var hotCueCount: Int
  private var places: [Int64: Int] = [:]

  public init(mappings: [PathMapping] = [], hotCueCount: Int = 0) {
    self.mappings = mappings
    self.hotCueCount = hotCueCount
  }

  /// Adds a playlist and those of its tracks that are not yet there.
  ///
  /// - Parameter read: Gives a track with all that is written about it.
  public mutating func addPlaylist(
    _ name: String, of tracks: [Track],
    read: (Track) async throws -> ExportTrack
  ) async rethrows {
    var order: [Int] = []
    for track in tracks {
      if let place = places[track.fileID] {
        order.append(place)
      } else {
        self.tracks.append(try await read(track).condensed)
        places[track.fileID] = self.tracks.count - 1
        order.append(self.tracks.count - 1)
      }
    }
    playlists.append(Playlist(name: name, tracks: order))
  }

  /// The bytes of a track's path where the program runs.
  func path(of track: Track) -> [UInt8] {
    for mapping in mappings {
      if let mapped = mapping.applied(to: track.path.bytes) { return mapped }
    }
    return track.path.bytes
  }

  /// Tracks of which something cannot be written: names with characters that XML has no place for.
  public var tracksWithOddText: [Track] {
    tracks.map(\.track).filter { track in
      let texts = [track.title, track.artist, track.album, track.genre].compactMap(\.self)
      return !texts.allSatisfy(XMLText.holds)
    }
  }
}

/// What a track is called where there must be a name.
extension Track {
  /// The title, or the file's name without its ending.
  var titleOrName: String {
    if let title, !title.isEmpty { return title }
    let name = path.lastComponent
    let ending = name.fileExtension
    let stem = ending.isEmpty ? name.bytes[...] : name.bytes.dropLast(ending.utf8.count + 1)
    return FilePath(bytes: stem).displayText
  }
}

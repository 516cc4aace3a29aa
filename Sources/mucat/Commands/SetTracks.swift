import Catalog
import Decoders

/// The tracks that `set` is told of by name.
enum SetTracks {
  static let first = Option<FilePath?>(
    "first", .file("TRACK"), summary: "The track to begin with",
    details: "Named as for 'mucat show'. It need not be among those that the query finds; nor need "
      + "those of --last, --must and --lock.")

  static let last = Option<FilePath?>(
    "last", .file("TRACK"), summary: "The track to end with")

  static let must = Option<[FilePath]>(
    repeated: "must", .file("TRACK"), summary: "A track that the set must have")

  static let mustNot = Option<[FilePath]>(
    repeated: "must-not", .file("TRACK"), summary: "A track that the set must not have")

  static let locks = Option<[FilePath]>(
    repeated: "lock", .file("'TRACK => TRACK'"), summary: "The second comes just behind the first")

  /// Adds the tracks named to those found, takes away the unwanted, and tells the planner of them.
  static func choose(
    _ found: [Track], _ arguments: Arguments, _ options: inout SetOptions, in catalog: Catalog
  ) async throws -> [Track] {
    var tracks = found
    func add(_ name: FilePath) async throws -> Int64 {
      let track = try await TrackArgument.track([Word(bytes: name.bytes)], in: catalog)
      if !tracks.contains(where: { $0.recordingID == track.recordingID }) { tracks.append(track) }
      return track.recordingID
    }
    if let name = arguments[first] { options.first = try await add(name) }
    if let name = arguments[last] { options.last = try await add(name) }
    for name in arguments[must] { options.required.insert(try await add(name)) }
    for text in arguments[locks] {
      let (one, other) = try halves(of: text)
      options.locks.append(.init(try await add(one), try await add(other)))
    }
    var unwanted: Set<Int64> = []
    for name in arguments[mustNot] {
      let track = try await TrackArgument.track([Word(bytes: name.bytes)], in: catalog)
      unwanted.insert(track.recordingID)
    }
    tracks.removeAll { unwanted.contains($0.recordingID) }
    return tracks
  }

  /// The names on both sides of the arrow.
  private static func halves(of text: FilePath) throws(UsageError) -> (FilePath, FilePath) {
    let arrow = Array("=>".utf8)
    let space = UInt8(ascii: " ")
    let bytes = text.bytes
    let start = bytes.indices.first { bytes[$0...].starts(with: arrow) }
    guard let start else {
      throw UsageError(
        problem: .invalidValue(
          subject: "--lock", word: text.displayText, reason: "has no arrow: 'TRACK => TRACK'"),
        command: "set")
    }
    let before = bytes[..<start].reversed().drop { $0 == space }.reversed()
    let behind = bytes[(start + 2)...].drop { $0 == space }
    return (FilePath(bytes: Array(before)), FilePath(bytes: Array(behind)))
  }
}

import Decoders
import Glibc

extension Catalog {
  /// The tracks that pass a filter, nearest in tempo first; one file for each recording.
  ///
  /// From the tempo asked for, the index is read upwards and downwards until there are enough
  /// either way, so that the cost is that of the answer and not that of all that would do.
  public func candidates(_ filter: CandidateFilter) throws(CatalogError) -> [Track] {
    var files: Set<Int64> = []
    for selection in filter.selections() {
      files.formUnion(
        try connection.prepare(selection.sql).all(selection.values) { row in row.integer(0) })
    }
    let found = try tracks(files.sorted())
    let distances = found.map { track in filter.distance(of: track) }
    let order = found.indices.sorted { first, second in
      (distances[first], found[first].recordingID) < (distances[second], found[second].recordingID)
    }
    return order.prefix(max(filter.limit, 0)).map { found[$0] }
  }
}

extension CandidateFilter {
  /// How far a track's tempo is from that asked for, in octaves, whole octaves not counting: 0 to
  /// 0.5.
  fileprivate func distance(of track: Track) -> Double {
    guard let beatsPerMinute, let bpm = track.bpm else { return 0 }
    let octaves = log2(bpm / beatsPerMinute)
    return abs(octaves - octaves.rounded())
  }
}

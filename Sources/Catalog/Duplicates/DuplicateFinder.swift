import Analysis

/// Finds files that hold the same music. Reads only; deletes nothing.
public struct DuplicateFinder: Sendable {
  public struct Options: Hashable, Sendable {
    /// Which kinds of group to report.
    public var kinds: Set<DuplicateGroup.Kind> = [.exact, .near]
    /// Only groups with a file that this finds; its order, limit and offset do not matter.
    public var filter: Query?

    public init() {}
  }

  /// What was found.
  public struct Result: Sendable {
    /// By the path of the best file.
    public var groups: [DuplicateGroup] = []
    /// Recordings that could not be compared with others, since they have no fingerprint yet.
    public var unfingerprintedCount = 0
  }

  private let catalog: Catalog
  private let options: Options

  public init(catalog: Catalog, options: Options = Options()) {
    self.catalog = catalog
    self.options = options
  }

  /// Looks for groups. Files marked missing take no part.
  ///
  /// Two encodings belong together when their fingerprints do (``FingerprintAlignment``), or when
  /// both belong with a third. Within `exact`, and among copies of one encoding, tags and names do
  /// not matter.
  public func find() async throws(CatalogError) -> Result {
    var result = Result()
    var sets = RecordingSets()
    for recording in try await catalog.recordingsWithCopies() { sets.insert(recording) }
    if options.kinds.contains(.near) {
      result.unfingerprintedCount = try await catalog.countWithoutFingerprint()
      try await catalog.joinSimilar(in: &sets)
    }
    let wanted = try await wantedFiles()
    for recordings in sets.all {
      if let group = try await group(of: recordings, in: sets, wanted) {
        result.groups.append(group)
      }
    }
    result.groups.sort { $0.files[0].track.path < $1.files[0].track.path }
    return result
  }

  /// The files that the filter finds; nil for any.
  private func wantedFiles() async throws(CatalogError) -> Set<Int64>? {
    guard var filter = options.filter else { return nil }
    filter.limit = nil
    filter.offset = 0
    return Set(try await catalog.files(matching: filter))
  }

  private func group(
    of recordings: [Int64], in sets: RecordingSets, _ wanted: Set<Int64>?
  ) async throws(CatalogError) -> DuplicateGroup? {
    let kind = recordings.count > 1 ? DuplicateGroup.Kind.near : .exact
    guard options.kinds.contains(kind) else { return nil }
    var stored: [Catalog.StoredFile] = []
    for recording in recordings { stored += try await catalog.presentFiles(of: recording) }
    // Another process may have changed what is there.
    guard stored.count > 1,
      wanted.map({ wanted in stored.contains { wanted.contains($0.file.track.fileID) } }) ?? true
    else { return nil }
    stored.sort { $1.file.drawback(against: $0.file) != nil }
    let best = stored[0].file
    var places: Set<[UInt64]> = []
    let files = stored.enumerated().map { index, entry in
      var file = entry.file
      let isNew = places.insert(entry.place).inserted
      if index > 0 { file.drawback = isNew ? file.drawback(against: best) : .sameFile }
      file.difference =
        file.track.recordingID == best.track.recordingID
        ? 0 : sets.difference(between: file.track.recordingID, best.track.recordingID)
      return file
    }
    return DuplicateGroup(kind: kind, files: files)
  }
}

extension Catalog {
  /// Joins the recordings that are of the same music.
  ///
  /// Fingerprints are read twice: all of them for the index, which keeps little of each, then those
  /// of the pairs that it suggests.
  fileprivate func joinSimilar(in sets: inout RecordingSets) throws(CatalogError) {
    try connection.snapshot { () throws(CatalogError) in
      var index = FingerprintIndex()
      var recordings: [FingerprintedRecording] = []
      try forEachFingerprint { recording, fingerprint in
        recordings.append(recording)
        index.append(fingerprint)
      }
      var first: (position: Int, fingerprint: AcousticFingerprint)?
      try index.forEachCandidate { (one, other) throws(CatalogError) in
        let (recording, otherRecording) = (recordings[one], recordings[other])
        guard
          abs(recording.duration - otherRecording.duration)
            <= 2 * FingerprintAlignment.maximumShift
        else { return }
        // Candidates of one recording come behind each other.
        if first?.position != one {
          first = try fingerprint(of: recording.id).map { (one, $0) }
        }
        guard let fingerprint = first?.fingerprint,
          let otherFingerprint = try self.fingerprint(of: otherRecording.id),
          let alignment = FingerprintAlignment(fingerprint, otherFingerprint),
          alignment.isSameMusic(
            firstDuration: recording.duration, secondDuration: otherRecording.duration)
        else { return }
        sets.join(recording.id, otherRecording.id, difference: alignment.errorRate)
      }
    }
  }
}

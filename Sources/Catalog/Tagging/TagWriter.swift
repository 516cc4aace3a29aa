import Decoders

/// Writes gains, made from measured loudness, and tempo and key to the tags of files, and takes them
/// back.
///
/// Each file is dealt with by itself: one that is refused stops no other. What a file's tags held
/// is in the catalogue before the file is touched, and the file's row is brought up to date behind
/// it, so that the next scan finds nothing changed.
public struct TagWriter: Sendable {
  /// Which peak is written.
  public enum Peak: String, Hashable, Sendable, CaseIterable {
    /// Between samples too, as players will meet it (ITU-R BS.1770-4 Annex 2).
    case `true`
    case sample
  }

  public struct Options: Hashable, Sendable {
    public var standard: TagStandard
    /// LUFS.
    public var target: Double
    /// dBTP that a gain must not lift the true peak above; nil to leave that to the player, who
    /// knows the peak from the tags.
    public var ceiling: Double?
    public var peak = Peak.true
    /// Whether album values are written too; Sound Check has one value, which is the album's then.
    public var includesAlbum = false
    /// How keys are written.
    public var keyNotation = KeySpelling.musical
    /// Whether nothing is written, and only told what would be.
    public var isDryRun = false

    public init(standard: TagStandard) {
      self.standard = standard
      target = standard.usualTarget
    }
  }

  private let catalog: Catalog
  private let options: Options

  /// - Parameter catalog: Opened for reading and writing, unless nothing is written.
  public init(catalog: Catalog, options: Options) {
    self.catalog = catalog
    self.options = options
  }

  /// Writes the tags of all tracks that a query finds; stops between two files when its task is
  /// cancelled.
  ///
  /// - Parameter report: Called with each file's outcome, in the query's order.
  /// - Throws: `lockedByScan` when a scan is at work; any other error of the catalogue.
  public func write(
    _ query: Query, report: @Sendable (TagOutcome) -> Void
  ) async throws(CatalogError) {
    let lock = options.isDryRun ? nil : try ScanLock(catalog: catalog.path)
    defer { withExtendedLifetime(lock) {} }
    let encodings = try await catalog.legacyEncodings()
    var albums: AlbumLevels?
    if options.includesAlbum {
      let all = try await catalog.tracks(matching: Query()).filter { $0.status == .present }
      albums = AlbumLevels(tracks: all, failedPaths: try await catalog.failures().map(\.path))
    }
    var cleaned: Set<FilePath> = []
    for track in try await catalog.tracks(matching: query) {
      if Task.isCancelled { return }
      if !options.isDryRun, cleaned.insert(track.path.parent).inserted {
        AudioAsset.removeTagWritingLeftovers(in: track.path.parent)
      }
      let album = try await albums?.level(ofFile: track.fileID, in: catalog)
      report(try await write(track, album: album, encodings))
    }
  }

  /// Takes back what was written to the tags of all tracks that a query finds, as far back as the
  /// catalogue remembers. Tracks of which it remembers nothing are passed over.
  public func undo(
    _ query: Query, report: @Sendable (TagOutcome) -> Void
  ) async throws(CatalogError) {
    let lock = options.isDryRun ? nil : try ScanLock(catalog: catalog.path)
    defer { withExtendedLifetime(lock) {} }
    let encodings = try await catalog.legacyEncodings()
    for track in try await catalog.tracks(matching: query) {
      if Task.isCancelled { return }
      let writes = try await catalog.tagWrites(file: track.fileID, standard: options.standard)
      if !writes.isEmpty { report(try await undo(writes, of: track, encodings)) }
    }
  }

  // MARK: - One file

  private func write(
    _ track: Track, album: AlbumLevels.Level?, _ encodings: LegacyEncodings
  ) async throws(CatalogError) -> TagOutcome {
    if let refusal = try await refusal(track) { return refusal }
    if !options.standard.isGain {
      switch MusicTags(options: options).decision(for: track) {
      case .write(let changes): return try await apply(changes, to: track, encodings)
      case .refuse(let code, let reason): return .refused(track.path, code, reason)
      }
    }
    guard !track.isTruncated else {
      return .refused(
        track.path, "truncated", "the file ends before it should; its level is that of a part")
    }
    guard let integrated = track.integrated, integrated.isFinite else {
      let reason = track.loudnessReason ?? "not analysed"
      return .refused(track.path, "noLoudness", "no loudness was measured: \(reason)")
    }
    let level = MeasuredLevel(
      integrated: integrated, truePeak: track.truePeak, samplePeak: track.samplePeak)
    var albumLevel: MeasuredLevel?
    var albumReason: String?
    switch album {
    case .measured(let measured): albumLevel = measured
    case .partial(let reason): albumReason = "no album gain: the album is partial: \(reason)"
    case .noAlbum, nil: break
    }
    guard let changes = GainTags(options: options).changes(track: level, album: albumLevel)
    else {
      return .refused(track.path, "outOfRange", "the gain is beyond what the tag can say")
    }
    var outcome = try await apply(changes, to: track, encodings)
    outcome.albumReason = albumReason
    return outcome
  }

  private func apply(
    _ changes: TagChanges, to track: Track, _ encodings: LegacyEncodings
  ) async throws(CatalogError) -> TagOutcome {
    let asset = AudioAsset(path: track.path)
    var outcome = TagOutcome(track.path, .written)
    do {
      let previous = try asset.previousTags(for: changes)
      outcome.changes = changes.properties.map { property in
        .init(
          property: property, old: previous.values[property] ?? [],
          new: changes[property].map { [$0] } ?? [])
      }
      guard outcome.changes.contains(where: { $0.old != $0.new }) else {
        outcome.status = .unchanged
        return outcome
      }
      if options.isDryRun { return outcome }
      let id = try await catalog.rememberTagWrite(
        file: track.fileID, standard: options.standard, changes: changes, previous: previous)
      do {
        try asset.writeTags(changes)
      } catch {
        try await catalog.forgetTagWrite(id)
        throw error
      }
    } catch let error as TagWritingError {
      return .refused(track.path, error.code, error.description)
    } catch let error as CatalogError {
      throw error
    } catch {
      return .refused(track.path, "unknown", "\(error)")
    }
    try await refresh(track, encodings)
    return outcome
  }

  private func undo(
    _ writes: [TagWrite], of track: Track, _ encodings: LegacyEncodings
  ) async throws(CatalogError) -> TagOutcome {
    if let refusal = try await refusal(track) { return refusal }
    let asset = AudioAsset(path: track.path)
    var outcome = TagOutcome(track.path, .restored)
    if let first = writes.last, let last = writes.first {
      outcome.changes = last.changes.properties.map { property in
        .init(
          property: property, old: last.changes[property].map { [$0] } ?? [],
          new: first.previous.values[property] ?? [])
      }
    }
    if options.isDryRun { return outcome }
    for write in writes {
      do throws(TagWritingError) {
        // A write that was remembered but never done has nothing to take back.
        let now = try asset.previousTags(for: write.changes)
        if now.values != write.previous.values {
          try asset.restoreTags(write.previous, over: write.changes)
        }
      } catch {
        try await refresh(track, encodings)
        return .refused(track.path, error.code, error.description)
      }
      try await catalog.forgetTagWrite(write.id)
    }
    try await refresh(track, encodings)
    return outcome
  }

  /// Why a file cannot be touched at all; nil when it is there and as the last scan saw it.
  private func refusal(_ track: Track) async throws(CatalogError) -> TagOutcome? {
    guard track.status == .present, let now = FileIdentity(of: track.path) else {
      return .refused(track.path, "missing", "the file is not there")
    }
    guard try await catalog.fileState(at: track.path)?.identity == now else {
      return .refused(
        track.path, "changed", "the file has changed since the last scan; scan it first")
    }
    return nil
  }

  /// Brings a file's row up to date behind a change of its tags.
  private func refresh(
    _ track: Track, _ encodings: LegacyEncodings
  ) async throws(CatalogError) {
    guard let now = FileIdentity(of: track.path) else { return }
    let tags = AudioAsset(path: track.path).tags(legacyEncoding: encodings[track.path])
    try await catalog.attach(now, tags: tags, toRecording: track.recordingID)
  }
}

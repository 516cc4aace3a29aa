import Glibc

/// One change of one file's tags, from reading what is there to putting the new file in place.
struct TagEdit {
  private let path: FilePath
  private let file: InputFile
  private let probe: FormatProbe

  init(path: FilePath) throws(TagWritingError) {
    // A new file takes the place of the one behind a link, not of the link.
    guard let real = path.withCString({ realpath($0, nil) }) else { throw .io(errno: errno) }
    defer { free(real) }
    self.path = FilePath(
      bytes: UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) })
    do throws(DecodingError) {
      file = try InputFile(path: self.path)
      probe = try FormatProbe(file: file)
    } catch {
      throw .unreadable(error)
    }
  }

  /// What stands where a change would write.
  func previous(_ changes: TagChanges) throws(TagWritingError) -> PreviousTags {
    for property in changes.properties where changes[property] != nil { try check(property) }
    if let place = try ID3v2Place(file: file, probe: probe) {
      return Self.previous(changes, in: try readID3v2(place), isNew: place.tag == nil)
    }
    return Self.previous(changes, in: try readItems())
  }

  func write(_ changes: TagChanges) throws(TagWritingError) -> PreviousTags {
    for property in changes.properties where changes[property] != nil { try check(property) }
    if let place = try ID3v2Place(file: file, probe: probe) {
      var tag = try readID3v2(place)
      let previous = Self.previous(changes, in: tag, isNew: place.tag == nil)
      for property in changes.properties { tag.set(property, to: changes[property]) }
      // A tag without a frame is not allowed, and nothing is lost with it.
      let isEmpty = place.tag == nil && tag.frames.isEmpty
      try replace(tag, isRemoved: isEmpty, length: tag.length, place)
      return previous
    }
    let items = try readItems()
    let previous = Self.previous(changes, in: items)
    var new: [TagProperty: [PreviousTags.Item]] = [:]
    var expected: [TagProperty: [String]] = [:]
    for property in changes.properties {
      expected[property] = []
      new[property] = []
      guard let value = changes[property].map({ property.itemValue($0, items.kind) }) else {
        continue
      }
      let name = items.names(of: property).first ?? property.itemName(items.kind)
      expected[property] = [value]
      new[property] = [PreviousTags.Item(name: name, values: [value])]
    }
    try replace(items, by: new, expecting: expected)
    return previous
  }

  func restore(
    _ previous: PreviousTags, over written: TagChanges
  ) throws(TagWritingError) {
    if let place = try ID3v2Place(file: file, probe: probe) {
      guard previous.kind == .id3v2 else { throw .changed }
      return try restoreID3v2(previous, over: written, place)
    }
    let items = try readItems()
    guard previous.kind == items.kind else { throw .changed }
    for property in written.properties {
      let value = written[property].map { property.itemValue($0, items.kind) }
      guard items.values(of: property) == (value.map { [$0] } ?? []) else { throw .changed }
    }
    var expected: [TagProperty: [String]] = [:]
    for property in written.properties { expected[property] = previous.values[property] ?? [] }
    var new: [TagProperty: [PreviousTags.Item]] = [:]
    for property in written.properties { new[property] = previous.items[property] ?? [] }
    try replace(items, by: new, expecting: expected)
  }

  /// Whether the format takes a property at all.
  private func check(_ property: TagProperty) throws(TagWritingError) {
    let format = probe.format
    switch property {
    case .r128TrackGain, .r128AlbumGain:
      guard format == .oggOpus else {
        throw .unsupported(detail: "R128 gains belong into Opus files; this is \(format.name)")
      }
    case .replayGainTrackGain, .replayGainTrackPeak, .replayGainAlbumGain, .replayGainAlbumPeak,
      .replayGainReferenceLoudness:
      guard format != .oggOpus else {
        throw .unsupported(detail: "Opus files have R128 gains in place of ReplayGain")
      }
    case .soundCheck:
      guard [.mpegAudio, .adts, .mp4, .aiff, .wave].contains(format) else {
        throw .unsupported(detail: "Apple's players look for Sound Check in MP3, M4A, AIFF and WAV")
      }
    case .beatsPerMinute, .initialKey: break
    }
  }

  private func readItems() throws(TagWritingError) -> TagItems {
    guard let items = try TagItems(descriptor: file.descriptor, format: probe.format) else {
      throw .unsupported(detail: "tags are not written to \(probe.format.name)")
    }
    // TagLib would write these anew, and not as they are.
    if [.flac, .mp4, .asf].contains(probe.format), probe.content.lowerBound > 0 {
      throw .unsupported(detail: "an ID3v2 tag stands before the \(probe.format.name) stream")
    }
    return items
  }

  // MARK: - ID3v2

  private static func previous(
    _ changes: TagChanges, in tag: ID3v2Tag, isNew: Bool
  ) -> PreviousTags {
    var previous = PreviousTags(kind: .id3v2)
    if !isNew {
      previous.id3Version = tag.version
      previous.id3Length = tag.length
    }
    for property in changes.properties {
      previous.values[property] = tag.values(of: property)
      previous.frames[property] = tag.indices(of: property).map {
        PreviousTags.Frame(index: $0, bytes: tag.frames[$0].bytes)
      }
    }
    return previous
  }

  private func restoreID3v2(
    _ previous: PreviousTags, over written: TagChanges, _ place: ID3v2Place
  ) throws(TagWritingError) {
    var tag = try readID3v2(place)
    for property in written.properties {
      guard tag.values(of: property) == (written[property].map { [$0] } ?? []) else {
        throw .changed
      }
    }
    let isSameVersion = previous.id3Version == nil || previous.id3Version == tag.version
    // All are taken away before any is put back, so that the places are the old ones.
    for property in written.properties { tag.set(property, to: nil) }
    if isSameVersion {
      let saved = written.properties.flatMap { property in
        (previous.frames[property] ?? []).map { (property, $0) }
      }
      for (_, frame) in saved.sorted(by: { $0.1.index < $1.1.index }) { tag.insert(frame) }
    } else {
      // Another program has changed the version since: the values are put back in the new one.
      for property in written.properties {
        tag.set(property, to: previous.values[property]?.first)
      }
    }
    try replace(
      tag, isRemoved: previous.id3Length == nil && tag.frames.isEmpty,
      length: previous.id3Length ?? tag.length, place)
  }

  private func readID3v2(_ place: ID3v2Place) throws(TagWritingError) -> ID3v2Tag {
    guard let bytes = place.tag else { return ID3v2Tag() }
    return try ID3v2Tag(parsing: bytes)
  }

  private func replace(
    _ tag: ID3v2Tag, isRemoved: Bool, length: Int, _ place: ID3v2Place
  ) throws(TagWritingError) {
    let bytes = isRemoved ? nil : try tag.rendered(length: length)
    guard bytes != place.tag else { return }
    let new = try ReplacementFile(for: path, source: file)
    try new.write(replacing: place.splices(for: bytes))
    let check = try TagEditCheck(original: path, new: new.path, probe: probe)
    guard let newPlace = try ID3v2Place(file: check.file, probe: check.probe),
      newPlace.tag == bytes
    else { throw .verificationFailed(detail: "the ID3v2 tag is not where it was put") }
    if let bytes {
      let readBack = try ID3v2Tag(parsing: bytes)
      guard readBack.frames == tag.frames else {
        throw .verificationFailed(detail: "the frames of the ID3v2 tag are not what was written")
      }
    }
    try new.putInPlace()
  }

  // MARK: - Other tags

  private static func previous(_ changes: TagChanges, in items: TagItems) -> PreviousTags {
    var previous = PreviousTags(kind: items.kind)
    for property in changes.properties {
      previous.values[property] = items.values(of: property)
      previous.items[property] = items.names(of: property).map {
        PreviousTags.Item(name: $0, values: items.values($0))
      }
    }
    return previous
  }

  private func replace(
    _ items: TagItems, by new: [TagProperty: [PreviousTags.Item]],
    expecting expected: [TagProperty: [String]]
  ) throws(TagWritingError) {
    let properties = Array(expected.keys)
    guard properties.contains(where: { items.values(of: $0) != expected[$0] }) else { return }
    let replacement = try ReplacementFile(for: path, source: file)
    try replacement.write()
    try items.write(new, to: replacement.descriptor)
    let check = try TagEditCheck(original: path, new: replacement.path, probe: probe)
    guard let written = try TagItems(descriptor: check.file.descriptor, format: probe.format)
    else { throw .verificationFailed(detail: "the tags are of another kind") }
    for property in properties where written.values(of: property) != expected[property] {
      throw .verificationFailed(detail: "\(property.rawValue) is not what was written")
    }
    guard written.others(than: properties) == items.others(than: properties) else {
      throw .verificationFailed(detail: "other items of the tag have changed")
    }
    try replacement.putInPlace()
  }
}

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
    try check(changes)
    if let place = try ID3v2Place(file: file, probe: probe) {
      return try ID3v2Tag(parsing: place.bytes).previous(changes)
    }
    if let place = try FLACTagPlace(file: file, probe: probe) {
      return try FLACTag(parsing: place.bytes).previous(changes)
    }
    return try readItems().previous(changes)
  }

  func write(_ changes: TagChanges) throws(TagWritingError) -> PreviousTags {
    try check(changes)
    if let place = try ID3v2Place(file: file, probe: probe) { return try write(changes, place) }
    if let place = try FLACTagPlace(file: file, probe: probe) { return try write(changes, place) }
    let items = try readItems()
    let previous = items.previous(changes)
    var new: [TagProperty: [PreviousTags.Item]] = [:]
    for property in changes.properties {
      new[property] = items.new(changes[property], for: property).map { [$0] } ?? []
    }
    try replace(items, by: new)
    return previous
  }

  func restore(
    _ previous: PreviousTags, over written: TagChanges
  ) throws(TagWritingError) {
    if let place = try ID3v2Place(file: file, probe: probe) {
      return try restore(previous, over: written, place)
    }
    if let place = try FLACTagPlace(file: file, probe: probe) {
      return try restore(previous, over: written, place)
    }
    let items = try readItems()
    guard previous.kind == items.kind else { throw .changed }
    var old: [TagProperty: [PreviousTags.Item]] = [:]
    for property in written.properties {
      let value = items.new(written[property], for: property)?.values ?? []
      guard items.values(of: property) == value else { throw .changed }
      old[property] = previous.items[property] ?? []
    }
    try replace(items, by: old)
  }

  private func check(_ changes: TagChanges) throws(TagWritingError) {
    for property in changes.properties where changes[property] != nil { try check(property) }
  }

  /// Whether the format takes a property at all.
  private func check(_ property: TagProperty) throws(TagWritingError) {
    let format = probe.tagFormat
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

  // MARK: - Tags that are edited piece by piece

  private func write<Place: PreservedTagPlace>(
    _ changes: TagChanges, _ place: Place
  ) throws(TagWritingError) -> PreviousTags {
    var tag = try Place.Tag(parsing: place.bytes)
    let previous = tag.previous(changes)
    for property in changes.properties { tag.set(property, to: changes[property]) }
    // Removing from a file without a tag makes none.
    try replace(tag, isRemoved: tag.isAbsent && tag.pieces.isEmpty, length: tag.length, place)
    return previous
  }

  private func restore<Place: PreservedTagPlace>(
    _ previous: PreviousTags, over written: TagChanges, _ place: Place
  ) throws(TagWritingError) {
    var tag = try Place.Tag(parsing: place.bytes)
    guard previous.kind == Place.Tag.kind, tag.restore(previous, over: written) else {
      throw .changed
    }
    let isRemoved = previous.version == nil && tag.pieces.isEmpty
    try replace(tag, isRemoved: isRemoved, length: previous.length, place)
  }

  private func replace<Place: PreservedTagPlace>(
    _ tag: Place.Tag, isRemoved: Bool, length: Int, _ place: Place
  ) throws(TagWritingError) {
    let bytes =
      isRemoved ? try tag.renderedWithout(length: length) : try tag.rendered(length: length)
    guard bytes != place.bytes else { return }
    let new = try ReplacementFile(for: path, source: file)
    try new.write(replacing: place.splices(for: bytes))
    let check = try TagEditCheck(original: path, new: new.path, probe: probe)
    guard let newPlace = try Place(file: check.file, probe: check.probe), newPlace.bytes == bytes
    else { throw .verificationFailed(detail: "the tag is not where it was put") }
    guard try Place.Tag(parsing: bytes).pieces == tag.pieces else {
      throw .verificationFailed(detail: "the tag is not what was written")
    }
    try new.putInPlace()
  }

  // MARK: - Tags that TagLib writes

  private func readItems() throws(TagWritingError) -> TagItems {
    guard let items = try TagItems(descriptor: file.descriptor, format: probe.tagFormat) else {
      throw .unsupported(detail: "tags are not written to \(probe.format.name)")
    }
    return items
  }

  private func replace(
    _ items: TagItems, by new: [TagProperty: [PreviousTags.Item]]
  ) throws(TagWritingError) {
    let properties = Array(new.keys)
    let expected = new.mapValues { $0.flatMap(\.values) }
    guard properties.contains(where: { items.values(of: $0) != expected[$0] }) else { return }
    let replacement = try ReplacementFile(for: path, source: file)
    try replacement.write()
    try items.write(new, to: replacement.descriptor)
    let check = try TagEditCheck(original: path, new: replacement.path, probe: probe)
    guard let written = try TagItems(descriptor: check.file.descriptor, format: probe.tagFormat)
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

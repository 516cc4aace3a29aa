/// A tag taken apart into pieces that stay as they are, byte for byte, but for those that change.
protocol PreservedTag {
  static var kind: PreviousTags.Kind { get }

  /// The version of the tag's format, where there are several.
  var version: UInt8 { get }
  /// Whether the file had no such tag.
  var isAbsent: Bool { get }
  /// The length of what was read, in bytes; 0 for a new tag.
  var length: Int { get }
  /// The pieces that properties stand in, among all others of their kind.
  var pieces: [[UInt8]] { get }

  /// - Parameter bytes: Nil for a new tag, in a file that can be without one.
  /// - Throws: `malformed` or `unsupported` when it could not be put together again exactly.
  init(parsing bytes: [UInt8]?) throws(TagWritingError)

  /// The places of the pieces that hold a property, in their order.
  func indices(of property: TagProperty) -> [Int]
  /// The values of a property, one for each piece.
  func values(of property: TagProperty) -> [String]
  /// Puts one piece where the first of the property's stood, or at the end; nil takes them away.
  mutating func set(_ property: TagProperty, to value: String?)
  /// Puts a saved piece in at its place, or at the end.
  mutating func insert(_ saved: PreviousTags.Piece)

  /// The tag put together again, of the length asked for if that is possible, else longer.
  func rendered(length: Int) throws(TagWritingError) -> [UInt8]
  /// What is left when the tag is taken out; nil for nothing.
  func renderedWithout(length: Int) throws(TagWritingError) -> [UInt8]?
}

/// Where a file keeps such a tag, and what must change in the file when the tag does.
protocol PreservedTagPlace {
  associatedtype Tag: PreservedTag

  /// The bytes that are taken apart; nil when there are none.
  var bytes: [UInt8]? { get }

  /// - Returns: Nil for formats whose tags are of another kind.
  init?(file: InputFile, probe: FormatProbe) throws(TagWritingError)

  /// What has to be replaced in the file so that it holds `new`, in the order of the places; nil
  /// takes all away.
  func splices(for new: [UInt8]?) -> [FileSplice]
}

extension PreservedTag {
  /// What stands where a change would write.
  func previous(_ changes: TagChanges) -> PreviousTags {
    var previous = PreviousTags(kind: Self.kind)
    previous.version = isAbsent ? nil : version
    previous.length = length
    for property in changes.properties {
      previous.values[property] = values(of: property)
      previous.pieces[property] = indices(of: property).map {
        PreviousTags.Piece(index: $0, bytes: pieces[$0])
      }
    }
    return previous
  }

  /// Puts back what stood there; false when something else is there now than what was written.
  mutating func restore(_ previous: PreviousTags, over written: TagChanges) -> Bool {
    for property in written.properties {
      guard values(of: property) == (written[property].map { [$0] } ?? []) else { return false }
    }
    // All are taken away before any is put back, so that the places are the old ones.
    for property in written.properties { set(property, to: nil) }
    guard previous.version == nil || previous.version == version else {
      // Another program has changed the version since: the values are put back in the new one.
      for property in written.properties { set(property, to: previous.values[property]?.first) }
      return true
    }
    let saved = written.properties.flatMap { previous.pieces[$0] ?? [] }
    for piece in saved.sorted(by: { $0.index < $1.index }) { insert(piece) }
    return true
  }
}

/// A track with its texts as they are searched, for asking it more than once.
final class SearchableTrack: Sendable {
  let track: Track
  let text: SearchedText

  init(_ track: Track) {
    self.track = track
    text = SearchedText(track)
  }

  /// What it has in a field; nil for unknown.
  func value(of field: Query.Field) -> Query.Field.Value? {
    guard let searched = field.searched else { return field.value(track) }
    return searched(text).map { .text($0) }
  }
}

import Decoders

extension Query.Condition {
  /// Whether a track fulfils the condition: the same answer as the catalogue's SQL gives, which
  /// the tests compare. Its status counts only where it is asked about.
  public func isFulfilled(by track: Track) -> Bool {
    switch self {
    case .all(let parts): return parts.allSatisfy { $0.isFulfilled(by: track) }
    case .any(let parts): return parts.contains { $0.isFulfilled(by: track) }
    case .not(let part): return !part.isFulfilled(by: track)
    case .words(let text): return SearchedText(track).contains(WordSearch(text))
    case .number(let field, let interval):
      guard case .number(let value) = field.value(track) else { return false }
      return interval.contains(value)
    case .tempo(let match): return track.bpm.map { match.contains($0) } ?? false
    case .key(let field, let keys):
      guard case .key(let index) = field.value(track) else { return false }
      return keys.contains { $0.wheelIndex == index }
    case .text(let field, let text, let isWhole):
      guard case .text(let value) = field.value(track) else { return false }
      let folded = FoldedText.fold(text)
      return isWhole ? value == folded : value.utf8.firstRange(of: folded.utf8) != nil
    case .pattern(let field, let pattern):
      guard case .text(let value) = field.value(track) else { return false }
      return pattern.matches(value)
    case .path(let path): return track.path == path || PathRange(under: path).contains(track.path)
    case .status(let statuses): return statuses.contains(track.status)
    case .playlist: return false
    case .files(let files): return files.contains(track.fileID)
    case .has(let field): return field.value(track) != nil
    case .reason(let field, let reason):
      guard field.value(track) == nil, let found = field.column?.trackReason(track) else {
        return false
      }
      return reason == nil || found == reason
    }
  }
}

extension SearchedText {
  /// Whether one of the texts holds the words.
  fileprivate func contains(_ search: WordSearch) -> Bool {
    [title, artist, album, albumArtist, genre, name].contains { text in
      text.map { search.isFound(in: $0) } ?? false
    }
  }
}

extension Collection where Element == UInt8 {
  /// Where another sequence of bytes stands in this one.
  fileprivate func firstRange(of other: some Collection<UInt8>) -> Index? {
    guard !other.isEmpty else { return startIndex }
    return indices.first { self[$0...].starts(with: other) }
  }
}

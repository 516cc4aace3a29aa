import Decoders

extension Query.Condition {
  /// Whether a track fulfils the condition: the same answer as the catalogue's SQL gives, which
  /// the tests compare. Its status counts only where it is asked about.
  public func isFulfilled(by track: Track) -> Bool {
    test(SearchableTrack(track))
  }

  /// The condition as a test of tracks. What it looks for is taken apart once, not for each track.
  var test: (SearchableTrack) -> Bool {
    switch self {
    case .all(let parts):
      let tests = parts.map(\.test)
      return { track in tests.allSatisfy { $0(track) } }
    case .any(let parts):
      let tests = parts.map(\.test)
      return { track in tests.contains { $0(track) } }
    case .not(let part):
      let test = part.test
      return { !test($0) }
    case .words(let text):
      let search = WordSearch(text)
      return { $0.text.contains(search) }
    case .number(let field, let interval):
      return { track in
        guard case .number(let value) = track.value(of: field) else { return false }
        return interval.contains(value)
      }
    case .tempo(let match): return { $0.track.bpm.map { match.contains($0) } ?? false }
    case .key(let field, let keys):
      let places = Set(keys.map(\.wheelIndex))
      return { track in
        guard case .key(let index) = track.value(of: field) else { return false }
        return places.contains(index)
      }
    case .text(let field, let text, let isWhole):
      let folded = FoldedText.fold(text)
      return { track in
        guard case .text(let value) = track.value(of: field) else { return false }
        return isWhole ? value == folded : value.contains(bytesOf: folded)
      }
    case .pattern(let field, let pattern):
      return { track in
        guard case .text(let value) = track.value(of: field) else { return false }
        return pattern.matches(value)
      }
    case .path(let path):
      let folder = PathRange(under: path)
      return { $0.track.path == path || folder.contains($0.track.path) }
    case .status(let statuses): return { statuses.contains($0.track.status) }
    case .playlist: return { _ in false }
    case .files(let files): return { files.contains($0.track.fileID) }
    case .has(let field): return { $0.value(of: field) != nil }
    case .reason(let field, let reason):
      return { track in
        guard track.value(of: field) == nil, let found = field.column?.trackReason(track.track)
        else { return false }
        return reason == nil || found == reason
      }
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

extension String {
  /// Whether another text stands in this one, byte by byte.
  fileprivate func contains(bytesOf other: String) -> Bool {
    var (text, other) = (self, other)
    return other.withUTF8 { sought in
      guard let first = sought.first else { return true }
      return text.withUTF8 { text in
        guard text.count >= sought.count else { return false }
        return (0...text.count - sought.count).contains { start in
          text[start] == first && text[start...].starts(with: sought)
        }
      }
    }
  }
}

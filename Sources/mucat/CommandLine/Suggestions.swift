/// Finds the word that was probably meant.
enum Suggestions {
  /// The candidate nearest to `word`, when it is near enough to be meant.
  ///
  /// Near enough is max(1, a third of the longer word), at most 3 edits. Letter case is ignored.
  /// Of equally near candidates the first wins.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let wanted = Array(word.lowercased())
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased())
      let limit = min(3, max(1, max(letters.count, wanted.count) / 3))
      let distance = alignmentDistance(wanted, letters)
      if distance <= limit, distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.candidate
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours that turn one text
  /// into the other, no part being edited twice.
  ///
  /// Source: the optimal string alignment variant of F. J. Damerau, "A technique for computer
  /// detection and correction of spelling errors", Communications of the ACM 7(3), 1964. Swaps
  /// count as one because they are the commonest slip of the fingers ("scna").
  static func alignmentDistance(_ left: [Character], _ right: [Character]) -> Int {
    var beforePrevious = [Int](repeating: 0, count: right.count + 1)
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let replacement = previous[column] + (left[row] == right[column] ? 0 : 1)
        var cost = min(previous[column + 1] + 1, current[column] + 1, replacement)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current.append(cost)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[right.count]
  }
}

/// Finds what a misspelt word was perhaps meant to be.
package enum Suggestion {
  /// The nearest of `candidates` within a third of the word's length (at least one edit); the
  /// first of those alike. Nil when none is that near.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let letters = Array(word.lowercased())
    let limit = max(1, letters.count / 3)
    var best: (word: String, distance: Int)?
    for candidate in candidates {
      let distance = editDistance(letters, Array(candidate.lowercased()))
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// How many insertions, deletions, substitutions and swaps of neighbours turn one text into the
  /// other, no part being edited twice (optimal string alignment).
  static func editDistance(_ first: [Character], _ second: [Character]) -> Int {
    // Three rows of the usual table: the one being filled, and the two above it.
    var beforeLast = [Int](repeating: 0, count: second.count + 1)
    var last = Array(0...second.count)
    for (i, letter) in first.enumerated() {
      var row = [i + 1]
      for (j, other) in second.enumerated() {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == second[j - 1], first[i - 1] == other {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[second.count]
  }
}

/// Recordings that belong together, growing as pairs become known (a union-find structure).
struct RecordingSets {
  private var parents: [Int64: Int64] = [:]
  private var differences: [Pair: Double] = [:]

  private struct Pair: Hashable {
    var lower, upper: Int64

    init(_ one: Int64, _ other: Int64) {
      lower = min(one, other)
      upper = max(one, other)
    }
  }

  /// Takes in a recording, for now by itself.
  mutating func insert(_ recording: Int64) {
    if parents[recording] == nil { parents[recording] = recording }
  }

  mutating func join(_ one: Int64, _ other: Int64, difference: Double) {
    differences[Pair(one, other)] = difference
    insert(one)
    insert(other)
    let (root, otherRoot) = (self.root(of: one), self.root(of: other))
    parents[max(root, otherRoot)] = min(root, otherRoot)
  }

  /// How far two recordings are apart; nil for a pair that was never joined itself.
  func difference(between one: Int64, _ other: Int64) -> Double? {
    differences[Pair(one, other)]
  }

  /// The sets, and the recordings in each, in the order of the numbers.
  var all: [[Int64]] {
    var members: [Int64: [Int64]] = [:]
    for recording in parents.keys {
      var root = recording
      while let parent = parents[root], parent != root { root = parent }
      members[root, default: []].append(recording)
    }
    return members.values.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  private mutating func root(of recording: Int64) -> Int64 {
    var root = recording
    while let parent = parents[root], parent != root {
      // Every second link is shortened, so that paths stay short.
      if let above = parents[parent] { parents[root] = above }
      root = parent
    }
    return root
  }
}

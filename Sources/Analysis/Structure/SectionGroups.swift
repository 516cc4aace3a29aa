/// Which sections are the same music.
///
/// Sections are compared step by step, both from their beginnings and to their ends; each joins
/// the group whose members it is most like on average, if it is like enough.
struct SectionGroups {
  /// For each section the number of its group; groups are numbered as they first appear.
  private(set) var numbers: [Int] = []

  /// Sections are the same at least this far up from what is usual in the piece to the same.
  private static let threshold: Float = 0.45
  /// The same music is not more than twice as long.
  private static let greatestRatio = 2.0

  init(_ sections: [Range<Int>], similarity: SelfSimilarity) {
    let usual = max(0, similarity.distribution(leastLag: 1).mean)
    var members: [[Int]] = []
    for (index, section) in sections.enumerated() {
      let likeness = members.map { group in
        group.reduce(Float(0)) { $0 + Self.likeness(section, sections[$1], similarity) }
          / Float(group.count)
      }
      let best = likeness.indices.max { likeness[$0] < likeness[$1] }
      if let best, likeness[best] >= usual + Self.threshold * (1 - usual) {
        members[best].append(index)
        numbers.append(best)
      } else {
        numbers.append(members.count)
        members.append([index])
      }
    }
  }

  private static func likeness(
    _ first: Range<Int>, _ second: Range<Int>, _ similarity: SelfSimilarity
  ) -> Float {
    let count = min(first.count, second.count)
    guard Double(max(first.count, second.count)) <= greatestRatio * Double(count) else { return -1 }
    let starts = [(first.lowerBound, second.lowerBound)]
    let ends = [(first.upperBound - count, second.upperBound - count)]
    return (starts + ends).reduce(-1) { best, start in
      guard abs(start.0 - start.1) < similarity.lagCount else { return best }
      let sum = (0..<count).reduce(Float(0)) { $0 + similarity[start.0 + $1, start.1 + $1] }
      return max(best, sum / Float(count))
    }
  }

  /// A, B, … Z, AA, AB, …
  static func letter(_ number: Int) -> String {
    let last = String(UnicodeScalar(UInt8(65 + number % 26)))
    return number < 26 ? last : letter(number / 26 - 1) + last
  }
}

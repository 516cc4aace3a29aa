/// The division of a piece into sections, segments and phrases that is worth most in all.
///
/// A part is worth its length and the evidence for a joint where it begins; a segment also the best
/// division into phrases, a section also how well it recurs. By dynamic programming: a joint that is
/// faint where a section would be usual stands if it makes sense of what lies on both sides.
///
/// Sections are decided on by themselves. That their best division counts as well was tried: it
/// pays for every joint within them, so that there are too many (docs/structure.md).
struct FormPath {
  /// Steps; they cover the piece in order.
  private(set) var sections: [Range<Int>] = []
  private(set) var segments: [Range<Int>] = []
  private(set) var phrases: [Range<Int>] = []

  /// What speaks for a joint at each edge, by level.
  struct Evidence {
    var section: [Float]
    var segment: [Float]
    var phrase: [Float]
  }

  struct Levels {
    var section: FormLevel
    var segment: FormLevel
    var phrase: FormLevel
  }

  private let evidence: Evidence
  private let levels: Levels
  private let stepCount: Int
  /// What the best division into phrases is worth from a start on, by length.
  private var phraseWorth: [Float] = []

  /// - Parameters:
  ///   - isLongEnough: Whether a section may span these steps.
  ///   - recurrence: For a start, how well a section recurs that begins there, by length from 0.
  init(
    stepCount: Int, evidence: Evidence, levels: Levels,
    isLongEnough: (Range<Int>) -> Bool, recurrence: (Int) -> [Float]
  ) {
    self.evidence = evidence
    self.levels = levels
    self.stepCount = stepCount
    guard stepCount > 0 else { return }
    phraseWorth = divisions(upTo: levels.segment.lengths.upperBound, of: levels.phrase) {
      start, length in
      evidence.phrase[start] + levels.phrase.worth(ofLength: length)
    }
    sections = bestSections(isLongEnough, recurrence)
    for section in sections {
      let inner = cut(section, of: levels.segment) { start, length in segment(start, length) }
      segments += inner
      for segment in inner {
        phrases += cut(segment, of: levels.phrase) { start, length in
          evidence.phrase[start] + levels.phrase.worth(ofLength: length)
        }
      }
    }
  }

  private func segment(_ start: Int, _ length: Int) -> Float {
    evidence.segment[start] + levels.segment.worth(ofLength: length)
      + phraseWorth[start * (levels.segment.lengths.upperBound + 1) + length]
  }

  private static let impossible = -Float.infinity

  /// `[start][length]`: what the best division into parts of a level is worth; the first part's
  /// own joint is left out, since the whole has one there.
  private func divisions(
    upTo longest: Int, of level: FormLevel, worth: (_ start: Int, _ length: Int) -> Float
  ) -> [Float] {
    let stride = longest + 1
    var best = [Float](repeating: Self.impossible, count: stepCount * stride)
    for start in 0..<stepCount {
      best[start * stride] = 0
      for part in 1...longest where start + part <= stepCount {
        var greatest = Self.impossible
        for length in level.lengths where length <= part {
          let before = best[start * stride + part - length]
          guard before > Self.impossible else { continue }
          greatest = max(greatest, before + worth(start + part - length, length))
        }
        best[start * stride + part] = greatest
      }
    }
    return best
  }

  private func bestSections(
    _ isLongEnough: (Range<Int>) -> Bool, _ recurrence: (Int) -> [Float]
  ) -> [Range<Int>] {
    let level = levels.section
    var best = [Float](repeating: Self.impossible, count: stepCount + 1)
    var starts = [Int](repeating: 0, count: stepCount + 1)
    best[0] = 0
    for start in 0..<stepCount where best[start] > Self.impossible {
      let recurring = recurrence(start)
      for length in level.lengths where start + length <= stepCount {
        guard isLongEnough(start..<start + length) else { continue }
        let worth =
          best[start] + evidence.section[start] + level.worth(ofLength: length)
          + recurring[length]
        if worth > best[start + length] {
          best[start + length] = worth
          starts[start + length] = start
        }
      }
    }
    // Too short for any section, or a remainder that none fits: all of it is one.
    guard best[stepCount] > Self.impossible else { return [0..<stepCount] }
    var sections: [Range<Int>] = []
    var end = stepCount
    while end > 0 {
      sections.append(starts[end]..<end)
      end = starts[end]
    }
    return sections.reversed()
  }

  /// The best division of a part into parts of the next level; itself when it cannot be divided.
  private func cut(
    _ whole: Range<Int>, of level: FormLevel, worth: (_ start: Int, _ length: Int) -> Float
  ) -> [Range<Int>] {
    let count = whole.count
    var best = [Float](repeating: Self.impossible, count: count + 1)
    var starts = [Int](repeating: 0, count: count + 1)
    best[0] = 0
    for end in 1...count {
      for length in level.lengths where length <= end && best[end - length] > Self.impossible {
        let value = best[end - length] + worth(whole.lowerBound + end - length, length)
        if value > best[end] {
          best[end] = value
          starts[end] = end - length
        }
      }
    }
    guard best[count] > Self.impossible else { return [whole] }
    var parts: [Range<Int>] = []
    var end = count
    while end > 0 {
      parts.append(whole.lowerBound + starts[end]..<whole.lowerBound + end)
      end = starts[end]
    }
    return parts.reversed()
  }
}

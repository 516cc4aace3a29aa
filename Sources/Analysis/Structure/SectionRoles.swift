/// Which role each section plays, where that can be told from how loud it is, what recurs, and where
/// it stands.
///
/// A chorus recurs and is louder than the verse before it; a break is much softer than its
/// neighbours, and what comes in after it at full level is a drop; an intro and an outro stand at
/// the ends and are softer than the rest or do not recur; a bridge comes once, late, amid what
/// recurs. What fits none of these has no role.
struct SectionRoles {
  typealias Label = MusicUnderstandingSession.SectionLabel

  struct Section {
    /// Its group's number.
    var group: Int
    /// In dB, relative to whatever is the same for all sections.
    var level: Float
    var seconds: Double
    /// How much there is of a voice, 0 to 1.
    var voice: Float
  }

  struct Role: Equatable {
    var label: Label
    /// Above 0, at most 1.
    var confidence: Float
  }

  /// Nil where the role is unsure.
  private(set) var roles: [Role?]

  /// With fewer sections there is nothing to compare.
  private static let leastCount = 4
  /// dB by which a chorus is louder than a verse, at least.
  private static let chorusGain: Float = 0.7
  /// dB below both neighbours that make a break.
  private static let breakDepth: Float = 5
  /// dB below the median that make an intro or an outro of something that recurs.
  private static let endDepth: Float = 3
  /// An intro or outro is at most this part of the piece.
  private static let longestEnd = 0.25
  /// Where there is less voice than this, what comes after a break is a drop.
  private static let leastVoice: Float = 0.3

  private let sections: [Section]

  init(_ sections: [Section]) {
    self.sections = sections
    roles = [Role?](repeating: nil, count: sections.count)
    guard sections.count >= Self.leastCount else { return }
    findEnds()
    findBreaks()
    findVersesAndChoruses()
    findBridge()
  }

  private func occurrences(of group: Int) -> Int { sections.count { $0.group == group } }

  /// A confidence that grows with how far something is beyond what is asked.
  private static func confidence(_ margin: Float, per unit: Float) -> Float {
    min(1, 0.5 + 0.5 * max(0, margin) / unit)
  }

  private mutating func findEnds() {
    let levels = sections.map(\.level).sorted()
    let median = levels[levels.count / 2]
    let total = sections.reduce(0) { $0 + $1.seconds }
    for (index, label) in [(0, Label.intro), (sections.count - 1, .outro)] {
      let section = sections[index]
      let depth = median - section.level
      let isUnique = occurrences(of: section.group) == 1
      guard section.seconds <= Self.longestEnd * total, isUnique || depth >= Self.endDepth,
        depth > -Self.chorusGain
      else { continue }
      roles[index] = Role(
        label: label, confidence: Self.confidence(depth - (isUnique ? 0 : Self.endDepth), per: 6))
    }
  }

  private mutating func findBreaks() {
    for index in 1..<sections.count - 1 where roles[index] == nil {
      let (before, here, after) = (
        sections[index - 1].level, sections[index].level, sections[index + 1].level
      )
      let depth = min(before, after) - here
      guard depth >= Self.breakDepth else { continue }
      roles[index] = Role(
        label: .break, confidence: Self.confidence(depth - Self.breakDepth, per: 10))
      if sections[index + 1].voice < Self.leastVoice, index + 1 < sections.count - 1 {
        roles[index + 1] = Role(
          label: .drop, confidence: Self.confidence(depth - Self.breakDepth, per: 10))
      }
    }
  }

  /// Of the groups that recur, the loudest is the chorus if one that comes before it is the verse.
  private mutating func findVersesAndChoruses() {
    let sections = sections
    let open = sections.indices.filter { roles[$0] == nil }
    let recurring = Set(open.map { sections[$0].group }).filter { group in
      open.count { sections[$0].group == group } >= 2
    }
    let level = { (group: Int) -> Float in
      let members = open.filter { sections[$0].group == group }
      return members.reduce(0) { $0 + sections[$1].level } / Float(members.count)
    }
    let first = { (group: Int) in open.first { sections[$0].group == group } ?? 0 }
    guard
      let chorus = recurring.max(by: { (level($0), -first($0)) < (level($1), -first($1)) }),
      let verse = recurring.filter({ $0 != chorus && first($0) < first(chorus) }).max(by: {
        (occurrences(of: $0), -first($0)) < (occurrences(of: $1), -first($1))
      })
    else { return }
    let gain = level(chorus) - level(verse)
    guard gain >= Self.chorusGain else { return }
    let confidence = Self.confidence(gain - Self.chorusGain, per: 5)
    for index in open where sections[index].group == chorus || sections[index].group == verse {
      roles[index] = Role(
        label: sections[index].group == chorus ? .chorus : .verse, confidence: confidence)
    }
  }

  /// What comes but once, in the second half, after a chorus and with something known after it.
  private mutating func findBridge() {
    guard let chorus = roles.firstIndex(where: { $0?.label == .chorus }) else { return }
    for index in sections.indices where roles[index] == nil && index > chorus {
      let returns = roles[(index + 1)...].contains {
        $0?.label == .chorus || $0?.label == .verse
      }
      guard index * 2 >= sections.count, returns, occurrences(of: sections[index].group) == 1
      else { continue }
      roles[index] = Role(label: .bridge, confidence: 0.6)
    }
  }
}

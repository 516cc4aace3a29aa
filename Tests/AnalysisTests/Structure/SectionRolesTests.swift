import Testing

@testable import Analysis

@Suite struct SectionRolesTests {
  private func section(_ group: Int, _ level: Float, seconds: Double = 16, voice: Float = 0.8)
    -> SectionRoles.Section
  {
    .init(group: group, level: level, seconds: seconds, voice: voice)
  }

  private func labels(_ sections: [SectionRoles.Section]) -> [String] {
    SectionRoles(sections).roles.map { $0?.label.rawValue ?? "?" }
  }

  @Test func aSongHasVersesChorusesAndABridge() {
    let song = [
      section(0, -8, seconds: 8), section(1, -4), section(2, -1), section(1, -4), section(2, -1),
      section(3, -3), section(2, -1), section(4, -9, seconds: 8),
    ]
    #expect(
      labels(song) == [
        "intro", "verse", "chorus", "verse", "chorus", "bridge", "chorus", "outro",
      ])
  }

  @Test func danceMusicHasBreaksAndDrops() {
    let track = [
      section(0, -6, voice: 0), section(1, -1, voice: 0), section(2, -9, voice: 0),
      section(1, -1, voice: 0), section(0, -6, voice: 0), section(3, -7, voice: 0),
    ]
    #expect(Array(labels(track)[2...3]) == ["break", "drop"])
  }

  @Test func whatIsUnsureHasNoRole() {
    // All as loud as each other.
    let even = [0, 1, 0, 1, 0, 1].map { section($0, -2) }
    #expect(labels(even) == ["?", "?", "?", "?", "?", "?"])
    #expect(labels([section(0, -9), section(1, -1), section(2, -9)]) == ["?", "?", "?"])
    #expect(labels([]) == [])
  }

  @Test(arguments: [(0, "A"), (25, "Z"), (26, "AA"), (27, "AB"), (701, "ZZ"), (702, "AAA")])
  func groupsHaveLetters(number: Int, letter: String) {
    #expect(SectionGroups.letter(number) == letter)
  }
}

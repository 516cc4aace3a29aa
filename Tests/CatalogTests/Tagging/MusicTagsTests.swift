import Decoders
import Testing

@testable import Catalog

@Suite("Tempo and key as tags")
struct MusicTagsTests {
  private func decision(
    _ standard: TagStandard, spelling: KeySpelling = .musical, change: (inout Track) -> Void
  ) -> MusicTags.Decision {
    var track = Track()
    change(&track)
    var options = TagWriter.Options(standard: standard)
    options.keyNotation = spelling
    return MusicTags(options: options).decision(for: track)
  }

  @Test(
    "a tempo has at most two decimals",
    arguments: [
      (128.0, "128"), (127.956, "127.96"), (99.5, "99.5"), (100, "100"), (120.001, "120"),
    ])
  func tempo(value: Double, text: String) {
    var changes = TagChanges()
    changes.set(.beatsPerMinute, to: text)
    #expect(decision(.bpm) { $0.bpm = value } == .write(changes))
  }

  @Test(
    "a key is written in the notation that is asked for",
    arguments: [(KeySpelling.musical, "F#m"), (.camelot, "11A"), (.open, "4m")])
  func key(spelling: KeySpelling, text: String) {
    var changes = TagChanges()
    changes.set(.initialKey, to: text)
    #expect(decision(.key, spelling: spelling) { $0.key = MusicalKey("F#m") } == .write(changes))
  }

  @Test("what is not known is not written, and why")
  func refused() {
    #expect(
      decision(.bpm) { $0.bpmReason = "noClearPulse" }
        == .refuse(code: "noTempo", reason: "no tempo was found: noClearPulse"))
    #expect(
      decision(.key) { _ in } == .refuse(code: "noKey", reason: "no key was found: not analysed"))
  }

  @Test("every standard is about loudness or music, and has its place in the catalogue's schema")
  func standards() throws {
    let sql = try #require(Migration.all.first).sql
    for standard in TagStandard.allCases {
      #expect(sql.contains("'\(standard.rawValue)'"))
      #expect(standard.isGain == (standard.usualTarget < 0))
    }
  }
}

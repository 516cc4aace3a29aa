import Decoders
import Testing

@testable import Catalog

@Suite struct PitchOffsetTests {
  @Test func `without key lock speed moves the pitch, with it only the tuning counts`() {
    let slower = 126 / 133.5
    let free = PitchOffset(playbackRatio: slower, isKeyLocked: false)
    #expect(free.semitones == -1 && abs(free.restCents) < 1)
    #expect(PitchOffset(playbackRatio: slower).cents == 0)
    let tuned = PitchOffset(playbackRatio: slower, isKeyLocked: false, tuning: -10, against: 20)
    #expect(abs(tuned.cents - free.cents - 30) < 1e-9)
    #expect(PitchOffset(tuning: 5, against: -12).cents == -17)
    #expect(PitchOffset(tuning: nil, against: -12).cents == 0)
    #expect(PitchOffset(playbackRatio: .infinity, isKeyLocked: false).cents == 0)
  }

  @Test func `what is left beside whole semitones is at most a quarter tone`() {
    for cents in stride(from: -260.0, through: 260, by: 7) {
      let offset = PitchOffset(tuning: 0, against: cents)
      #expect(abs(offset.restCents) <= 50)
      #expect(abs(Double(offset.semitones) * 100 + offset.restCents - cents) < 1e-9)
    }
  }

  @Test func `a minor heard a semitone lower is another key`() throws {
    var first = Track()
    first.bpm = 126
    first.key = MusicalKey("8A")
    var second = first
    second.bpm = 133.5
    var rules = MixRules()
    #expect(MixStep(from: first, to: second, rules: rules).relation == .same)
    rules.isKeyLocked = false
    let step = MixStep(from: first, to: second, rules: rules)
    #expect(step.heardKey?.camelot == "1A")
    #expect(step.relation == .semitoneDown && step.sharedNotes == 2)
  }

  @Test func `the end of the one meets the beginning of the other, and the user's word counts`() {
    var first = Track()
    first.key = MusicalKey("8A")
    first.endKey = MusicalKey("10A")
    var second = Track()
    second.key = MusicalKey("3A")
    second.startKey = MusicalKey("11A")
    #expect(MixStep(from: first, to: second).relation == .fifthUp)
    second.isUserKey = true
    #expect(MixStep(from: first, to: second).introKey == MusicalKey("3A"))
  }

  @Test func `circle distances are symmetric, and shared notes fall with them`() {
    for one in MusicalKey.all {
      for other in MusicalKey.all {
        #expect(one.circleDistance(to: other) == other.circleDistance(to: one))
        #expect((0...6).contains(one.circleDistance(to: other)))
      }
      #expect(one.circleDistance(to: one.transposed(bySemitones: 7)) == 1)
      #expect(one.circleDistance(to: one.transposed(bySemitones: 6)) == 6)
    }
  }
}

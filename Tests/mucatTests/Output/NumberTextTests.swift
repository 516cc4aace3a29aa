import Testing

@testable import mucat

struct NumberTextTests {
  @Test(arguments: [
    (128.0, "128"), (127.5, "127.5"), (127.999, "128"), (174.03, "174.03"), (0, "0"),
    (-0.001, "0"), (99.995, "100"),
  ])
  func `a tempo has at most two decimals`(value: Double, text: String) {
    #expect(NumberText.tempo(value) == text)
  }

  @Test(arguments: [
    (-14.0, "-14.0"), (-9.34, "-9.3"), (-0.04, "0.0"), (0.05, "0.1"), (-0.05, "-0.1"),
    (3.999, "4.0"),
  ])
  func `a level has one decimal and no negative zero`(value: Double, text: String) {
    #expect(NumberText.level(value) == text)
  }

  @Test(arguments: [(3.21, "+3.2"), (-3.21, "-3.2"), (0.01, "0.0"), (0, "0.0")])
  func `a gain shows its sign`(value: Double, text: String) {
    #expect(NumberText.signed(value, places: 1) == text)
  }

  @Test(arguments: [
    (0.0, "0:00"), (0.2, "0:00"), (59.6, "1:00"), (225, "3:45"), (3600, "1:00:00"),
    (36_061, "10:01:01"), (-1, "–"), (.infinity, "–"), (.nan, "–"),
  ])
  func `a duration is minutes and seconds, with hours when there are any`(
    seconds: Double, text: String
  ) {
    #expect(NumberText.duration(seconds) == text)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `what is not finite is unknown`(value: Double) {
    #expect(NumberText.fixed(value, places: 2) == "–")
    #expect(NumberText.decimal(value, places: 2) == "–")
  }

  @Test func `unknown has its own sign`() {
    #expect(NumberText.tempo(nil) == "–")
    #expect(NumberText.level(nil) == "–")
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000"),
  ])
  func `thousands are set apart`(value: Int, text: String) {
    #expect(NumberText.count(value) == text)
  }

  @Test func `one is singular`() {
    #expect(NumberText.count(1, "track") == "1 track")
    #expect(NumberText.count(0, "track") == "0 tracks")
    #expect(NumberText.count(2, "entry", "entries") == "2 entries")
  }

  @Test(arguments: [
    (0, "0 bytes"), (999, "999 bytes"), (3_240_000, "3.2 MB"), (1_000_000_000, "1.0 GB"),
  ])
  func `bytes are written in the unit that keeps them short`(count: Int, text: String) {
    #expect(NumberText.bytes(count) == text)
  }
}

import FoundationEssentials
import Testing

@testable import Analysis

@Suite struct CMTimeTests {
  @Test func timesThatNameTheSameMomentAreEqualAndHashAlike() {
    let half = CMTime(value: 1, timescale: 2)
    let frames = CMTime(value: 22_050, timescale: 44_100)
    #expect(half == frames)
    #expect(Set([half, frames]).count == 1)
    #expect(CMTime(value: 0, timescale: 3) == .zero)
  }

  @Test func orderIsExactWhereDoublesRound() {
    let large = Int64(1) << 60
    let a = CMTime(value: large, timescale: 44_100)
    let b = CMTime(value: large + 1, timescale: 44_100)
    #expect(a.seconds == b.seconds)
    #expect(a < b)
    #expect(a != b)
  }

  @Test func sumsAreExactOnTheCommonTimescale() {
    let sum = CMTime(value: 1, timescale: 44_100) + CMTime(value: 1, timescale: 48_000)
    #expect(sum.timescale == 7_056_000)
    #expect(sum.value == 160 + 147)
    #expect(sum - CMTime(value: 1, timescale: 48_000) == CMTime(value: 1, timescale: 44_100))
  }

  @Test func aSumThatDoesNotFitIsRoundedAndSaysSo() {
    let sum =
      CMTime(value: 1, timescale: 2_147_483_647) + CMTime(value: 1, timescale: 2_147_483_629)
    #expect(sum.flags.contains(.hasBeenRounded))
    #expect(abs(sum.seconds - 2 / 2_147_483_640) < 1e-12)
  }

  @Test func secondsThatFitAreExactAndOthersSayThatTheyAreRounded() {
    #expect(CMTime(seconds: 1.5, preferredTimescale: 44_100).flags == .valid)
    #expect(
      CMTime(seconds: .pi, preferredTimescale: 44_100).flags == [.valid, .hasBeenRounded])
    #expect(!CMTime(seconds: .nan, preferredTimescale: 44_100).isValid)
    #expect(!CMTime(seconds: 1e300, preferredTimescale: 44_100).isValid)
  }

  @Test func invalidTimesNeitherTrapNorAdd() {
    #expect(CMTime.invalid.seconds.isNaN)
    #expect(!(CMTime.invalid + .zero).isValid)
    #expect(!(CMTime.invalid < .zero))
    #expect(!(.zero < CMTime.invalid))
  }

  @Test func rangesEndWhereTheyBeginPlusTheirDuration() {
    let range = CMTimeRange(
      start: CMTime(value: 1, timescale: 2), end: CMTime(value: 5, timescale: 4))
    #expect(range.duration.seconds == 0.75)
    #expect(range.containsTime(range.start))
    #expect(!range.containsTime(range.end))
  }

  @Test func theRationalFormSurvivesJSON() throws {
    let times = [
      CMTime(value: 1_234_567, timescale: 44_100), .zero, .invalid,
      CMTime(value: -5, timescale: 3, flags: [.valid, .hasBeenRounded], epoch: 2),
    ]
    let data = try JSONEncoder().encode(times)
    #expect(try JSONDecoder().decode([CMTime].self, from: data) == times)
  }

  @Test func secondsAreNumbersAndReadBackToTheNearestFrame() throws {
    let encoder = JSONEncoder()
    encoder.userInfo[TimeEncoding.userInfoKey] = TimeEncoding.seconds
    for rate: Int32 in [8_000, 11_025, 44_100, 48_000, 192_000] {
      let times = [CMTime(value: 1_234_567, timescale: rate)]
      let data = try encoder.encode(times)
      #expect(String(decoding: data, as: UTF8.self).hasPrefix("["))
      #expect(!String(decoding: data, as: UTF8.self).contains("{"))
      #expect(try JSONDecoder().decode([CMTime].self, from: data) == times)
    }
  }
}

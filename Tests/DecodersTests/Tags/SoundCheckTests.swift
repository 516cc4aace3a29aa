import Testing

@testable import Decoders

@Suite struct SoundCheckTests {
  @Test(
    "a gain is a power in thousandths and 2500ths",
    arguments: [
      (-3.0, "000007CB", "0000137C"), (0, "000003E8", "000009C4"), (6.0, "000000FB", "00000274"),
    ])
  func words(gain: Double, first: String, third: String) {
    let words = SoundCheck(gainDB: gain, peak: 1).text.split(separator: " ").map(String.init)
    #expect(words.count == 10)
    #expect(words[0] == first)
    #expect(words[1] == first)
    #expect(words[2] == third)
    #expect(words.allSatisfy { $0.utf8.count == 8 })
  }

  @Test("the gain comes back, to the precision of the numbers")
  func roundTrip() throws {
    for tenths in -180...150 {
      let gain = Double(tenths) / 10
      let read = try #require(SoundCheck(SoundCheck(gainDB: gain, peak: 0.7).text))
      // One part in so many thousandths.
      #expect(abs(read.gainDB - gain) < 0.08, "\(gain)")
    }
  }

  @Test("peaks are 16-bit samples, and what a field cannot hold is held at its end")
  func ends() {
    #expect(SoundCheck(gainDB: 0, peak: 0.5).words[6] == 16384)
    #expect(SoundCheck(gainDB: 0, peak: 9).words[6] == 65535)
    #expect(SoundCheck(gainDB: -40, peak: 1).words[0] == 65534)
    #expect(SoundCheck(gainDB: 90, peak: 1).words[0] == 1)
    #expect(SoundCheck(gainDB: .nan, peak: .infinity).words[0] == 1)
  }

  @Test("four words are enough, and the louder channel counts")
  func short() throws {
    let read = try #require(SoundCheck("000003E8 000007CF 0 0"))
    #expect(abs(read.gainDB + 3.008) < 0.001)
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "000003E8", "1 2 3", "1 2 3 4 5", "x 2 3 4", "-1 2 3 4", "+1 2 3 4", "0 0 1 1",
      "100000000 2 3 4", "1 2 3 4 5 6 7 8 9 10 11",
    ])
  func refused(text: String) {
    #expect(SoundCheck(text) == nil)
  }
}

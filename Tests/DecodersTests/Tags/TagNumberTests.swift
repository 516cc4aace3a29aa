import Testing

@testable import Decoders

@Suite struct TagNumberTests {
  @Test(
    "tempos are read as people write them; empty, zero and nonsense are absent",
    arguments: [
      ("128", 128.0), ("128.50", 128.5), ("128,5", 128.5), (" 174 BPM", 174), ("0", nil),
      ("0.00", nil), ("", nil), ("fast", nil), ("-120", nil), ("14525", 145.25), ("1e9", nil),
      ("999.9", 999.9), ("nan", nil), ("inf", nil), ("0x80", nil), ("\u{663}\u{664}", nil),
    ])
  func tempo(text: String, value: Double?) {
    #expect(TagNumber.beatsPerMinute(text) == value)
  }

  @Test(
    "gains and peaks are read with and without unit, sign and space",
    arguments: [
      ("-7.31 dB", -7.31), ("+2.5dB", 2.5), ("-3,25", -3.25), ("\u{2212}6.0 dB", -6),
      ("- 1 dB", -1),
      (".5", 0.5), ("5.", 5), ("1.034512", 1.034512), ("9.5e-01", 0.95), ("1e400", nil),
      ("dB", nil), ("-", nil), ("", nil), ("1.2.3", 1.2), ("2e", 2), ("0", 0),
    ])
  func decimal(text: String, value: Double?) {
    #expect(TagNumber.decimal(text) == value)
  }

  @Test("a number of thousands of digits is refused, not computed")
  func endless() {
    #expect(TagNumber.decimal(String(repeating: "9", count: 100_000)) == nil)
    #expect(TagNumber.ordinal(String(repeating: "9", count: 100_000)) == nil)
  }

  @Test(
    "track numbers may carry a total",
    arguments: [("3", 3), ("03/12", 3), (" 7 of 9", 7), ("0", nil), ("A1", nil), ("", nil)])
  func ordinal(text: String, value: Int?) {
    #expect(TagNumber.ordinal(text) == value)
  }

  @Test(
    "the year is found in dates of any order",
    arguments: [
      ("1999", 1999), ("2003-05-01", 2003), ("01.05.2003", 2003), ("2011-11-11T11:11:11Z", 2011),
      ("0000", nil), ("99", nil), ("20030501", nil), ("", nil), ("c. 1987", 1987),
    ])
  func year(text: String, value: Int?) {
    #expect(TagNumber.year(text) == value)
  }

  @Test(
    "R128 gains are 256ths of a dB",
    arguments: [("-1024", -4.0), ("256", 1), ("0", 0), ("128.5", nil), ("40000", nil), ("x", nil)])
  func q78(text: String, value: Double?) {
    #expect(TagNumber.q78(text) == value)
  }

  @Test(
    "text loses control characters and outer space, and nothing else",
    arguments: [
      ("  Song \n", "Song"), ("a\0b", "a b"), ("\u{FEFF}Ünï 名前 🎵", "Ünï 名前 🎵"), ("\0\0", nil),
      (" \t", nil), ("", nil), ("e\u{301}", "e\u{301}"),
    ])
  func text(text: String, cleaned: String?) {
    #expect(TagText.cleaned(text) == cleaned)
  }
}

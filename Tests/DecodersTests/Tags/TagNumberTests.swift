import Glibc
import Testing

@testable import Decoders

@Suite struct TagNumberTests {
  @Test(
    "tempos are read as people write them; empty, zero and nonsense are absent",
    arguments: [
      ("128", 128.0), ("128.50", 128.5), ("128,5", 128.5), (" 174 BPM", 174), ("0", nil),
      ("0.00", nil), ("", nil), ("fast", nil), ("-120", nil), ("14525", 145.25), ("1e9", nil),
      ("999.9", 999.9), ("nan", nil), ("inf", nil), ("0x80", nil), ("1280", 128), ("12800", 128),
      ("1000000", nil), ("\u{663}\u{664}", nil),
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

  @Test(
    "a gain is a number with or without its unit, and nothing else",
    arguments: [
      ("-6.52 dB", -6.52), ("-6.52", -6.52), ("+1,5db", 1.5), (" \u{2212}3.1  DB ", -3.1),
      ("0 dB", 0),
      ("2 LU", 2), ("-6.52 dB!", nil), ("-6 apples", nil), ("-305455684738429568.00 dB", nil),
      ("101", nil), ("dB", nil), ("1.2.3", nil), ("", nil),
    ])
  func gain(text: String, value: Double?) {
    #expect(TagNumber.gain(text) == value)
  }

  @Test(
    "a peak beyond full scale is kept, a negative or absurd one is refused",
    arguments: [
      ("0.988553", 0.988553), ("1.412000", 1.412), ("0", 0), ("1,05", 1.05), ("-0.5", nil),
      ("1e9", nil), ("0.9 dB", nil), ("", nil),
    ])
  func peak(text: String, value: Double?) {
    #expect(TagNumber.peak(text) == value)
  }

  @Test(
    "numbers are written with a point and all their places",
    arguments: [
      (-6.524, 2, "-6.52"), (-6.525, 2, "-6.53"), (0, 2, "0.00"), (-0.001, 2, "0.00"),
      (1.5, 0, "2"), (0.05, 1, "0.1"), (0.988553, 6, "0.988553"), (-0.5, 1, "-0.5"),
      (12, 6, "12.000000"),
    ])
  func text(value: Double, places: Int, text: String) {
    #expect(TagNumber.text(value, places: places) == text)
  }

  @Test("a locale with a decimal comma changes nothing, in either direction")
  func locale() {
    // Whichever of these the machine has; without any, the test still holds the plain locale.
    let names = ["de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "C.UTF-8"]
    let old = setlocale(LC_ALL, nil).map { String(cString: $0) } ?? "C"
    _ = names.first { setlocale(LC_ALL, $0) != nil }
    defer { setlocale(LC_ALL, old) }
    #expect(TagNumber.decimal("123.45") == 123.45)
    #expect(TagNumber.decimal("123,45") == 123.45)
    #expect(TagNumber.text(-3.25, places: 2) == "-3.25")
    #expect(SoundCheck(gainDB: -3, peak: 1).text.hasPrefix(" 000007CB"))
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
    arguments: [
      ("-1024", -4.0), ("256", 1), ("0", 0), (" -1280 ", -5), ("-32768", -128),
      ("32767", 127.99609375),
      ("32768", nil), ("128.5", nil), ("40000", nil), ("x", nil), ("-3.2 dB", nil), ("-3 dB", nil),
    ])
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

import Testing

@testable import mucat

struct SanitizeTests {
  @Test(arguments: [
    ("plain", "plain"), ("Björk – Jóga", "Björk – Jóga"), ("音楽", "音楽"),
    ("👩‍🎤", "👩‍🎤"), ("a\nb\tc\r", "a\\nb\\tc\\r"), ("\u{1B}[31mred", "\\x1b[31mred"),
    ("\u{9B}2J", "\\x9b2J"), ("\u{7F}\u{0}", "\\x7f\\x00"), ("a\u{202E}cba", "a\\u{202e}cba"),
    ("a\u{2028}b", "a\\u{2028}b"), ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
    ("\u{E0041}x", "\\u{e0041}x"),
  ])
  func `what could move the cursor or reorder the line is escaped`(text: String, safe: String) {
    #expect(Sanitize.forPeople(text) == safe)
  }
}

import Testing

@testable import Catalog

@Suite("Folded text")
struct FoldedTextTests {
  @Test(
    "drops capitals and accents",
    arguments: [
      ("Röyksopp", "royksopp"), ("caf\u{E9}", "cafe"), ("cafe\u{301}", "cafe"), ("ÅSE", "ase"),
      ("Straße", "strasse"), ("ŁÓDŹ", "lodz"), ("Ørsted", "orsted"), ("Ænima", "aenima"),
      ("İstanbul", "istanbul"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("ЙОД", "иод"), ("Don’t", "don't"),
      ("a\u{0}b\nc", "a b c"), ("", ""),
    ])
  func folds(text: String, folded: String) {
    #expect(FoldedText.fold(text) == folded)
  }

  @Test("is the same when folded again")
  func idempotent() {
    for text in ["Röyksopp", "Straße", "한국어", "東京", "ﬁ", "e\u{300}\u{323}", "🎧 Mix"] {
      let once = FoldedText.fold(text)
      #expect(FoldedText.fold(once) == once)
    }
  }

  @Test("falls into words of letters and digits")
  func words() {
    #expect(
      FoldedText.words(of: "ac/dc - t.n.t. (live) 50%") == [
        "ac", "dc", "t", "n", "t", "live", "50",
      ])
    #expect(FoldedText.words(of: "!!!").isEmpty)
  }
}

import Testing

@testable import mucat

struct SuggestionsTests {
  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("scna", "scan", 1), ("kitten", "sitting", 3),
    // Optimal string alignment edits no part twice: 3, where full Damerau–Levenshtein has 2.
    ("ca", "abc", 3),
  ])
  func `the distance counts edits and swaps of neighbours`(a: String, b: String, distance: Int) {
    #expect(Suggestions.alignmentDistance(Array(a), Array(b)) == distance)
    #expect(Suggestions.alignmentDistance(Array(b), Array(a)) == distance)
  }

  @Test(arguments: [
    ("scna", "scan"), ("qurey", "query"), ("QUERY", "query"), ("recomend", "recommend"),
    ("repot", "report"),
  ])
  func `a slip finds the word that was meant`(word: String, meant: String) {
    let words = ["scan", "query", "recommend", "report", "show"]
    #expect(Suggestions.nearest(to: word, among: words) == meant)
  }

  @Test(arguments: ["", "x", "play", "shuffle", "sc"])
  func `what is far from everything suggests nothing`(word: String) {
    #expect(Suggestions.nearest(to: word, among: ["scan", "query", "recommend"]) == nil)
  }

  @Test func `of equally near words the first declared wins`() {
    #expect(Suggestions.nearest(to: "bat", among: ["cat", "hat"]) == "cat")
  }
}

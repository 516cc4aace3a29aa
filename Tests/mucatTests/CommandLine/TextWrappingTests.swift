import Testing

@testable import mucat

struct TextWrappingTests {
  @Test func `words are filled into lines, and empty lines part paragraphs`() {
    #expect(
      TextWrapping.wrap("one two three\nfour\n\nfive", width: 9)
        == ["one two", "three", "four", "", "five"])
  }

  @Test func `a line that begins with a space is kept`() {
    #expect(TextWrapping.wrap("a b\n   c   d", width: 3) == ["a b", "   c   d"])
  }

  @Test func `an indent counts towards the width`() {
    #expect(TextWrapping.wrap("aa bb", width: 6, indent: 2) == ["  aa", "  bb"])
  }

  @Test func `a word longer than a line stands alone`() {
    #expect(TextWrapping.wrap("a bbbbbbbb c", width: 4) == ["a", "bbbbbbbb", "c"])
  }

  @Test func `wide characters count as two columns`() {
    #expect(TextWrapping.wrap("音楽 音楽", width: 8) == ["音楽", "音楽"])
  }

  @Test func `a label too long for its column stands above its text`() {
    #expect(
      TextWrapping.labelled("ab", "text", column: 8, width: 40) == ["  ab    text"])
    #expect(
      TextWrapping.labelled("abcdefg", "text", column: 8, width: 40)
        == ["  abcdefg", "        text"])
  }
}

import Testing

@testable import mucat

struct TextTableTests {
  private func table() -> TextTable {
    var table = TextTable(columns: [
      .init(title: "BPM", alignment: .right), .init(title: "ARTIST", minimumWidth: 6),
      .init(title: "TITLE", minimumWidth: 8), .init(title: "ALBUM", minimumWidth: 6, dropOrder: 1),
      .init(title: "YEAR", dropOrder: 2),
    ])
    table.append(["128", "Ann", "A Rather Long Title", "An Album", "1999"])
    table.append(["87.5", "音楽家", "短い", "", "2001"])
    return table
  }

  @Test func `without a width nothing is cut, and columns line up by display width`() {
    #expect(
      table().lines(width: nil) == [
        " BPM  ARTIST  TITLE                ALBUM     YEAR",
        " 128  Ann     A Rather Long Title  An Album  1999",
        "87.5  音楽家  短い                           2001",
      ])
  }

  @Test func `the widest columns are cut first`() {
    #expect(
      table().lines(width: 40) == [
        " BPM  ARTIST  TITLE       ALBUM     YEAR",
        " 128  Ann     A Rather…   An Album  1999",
        "87.5  音楽家  短い                  2001",
      ])
  }

  @Test func `columns that matter less are left out when cutting is not enough`() {
    #expect(
      table().lines(width: 30) == [
        " BPM  ARTIST  TITLE     ALBUM",
        " 128  Ann     A Rathe…  An Al…",
        "87.5  音楽家  短い",
      ])
    #expect(table().lines(width: 22)[1] == " 128  Ann     A Rathe…")
  }

  @Test(arguments: 20...60)
  func `no line is wider than the terminal`(width: Int) {
    for line in table().lines(width: width) { #expect(DisplayWidth.of(line) <= width) }
  }

  @Test func `a cell cannot break the table`() {
    var table = TextTable(columns: [.init(title: "A"), .init(title: "B")])
    table.append(["x\ny", "\u{1B}[2J"])
    #expect(table.lines(width: nil) == ["A     B", "x\\ny  \\x1b[2J"])
  }

  @Test func `an empty first cell keeps its place`() {
    var table = TextTable(columns: [.init(title: "A"), .init(title: "B")])
    table.append(["", "b"])
    table.append(["a", "b"])
    #expect(table.lines(width: nil) == ["A  B", "   b", "a  b"])
  }

  @Test func `a column without content is left out`() {
    var table = TextTable(columns: [.init(title: "A"), .init(title: "B"), .init(title: "C")])
    table.append(["a", "", "c"])
    #expect(table.lines(width: nil) == ["A  C", "a  c"])
    #expect(table.lines(width: 80) == ["A  C", "a  c"])
  }
}

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("音楽", 4), ("한국", 4), ("ｱ", 1), ("Ａ", 2),
    ("👩‍🎤", 2), ("🇩🇪", 2), ("❤\u{FE0F}", 2), ("a\u{200B}b", 2), ("…", 1), ("█", 1),
  ])
  func `the width is what a terminal shows`(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("ab cdef", 4, "ab…"), ("音楽家", 5, "音楽…"),
    ("音楽家", 4, "音…"), ("abc", 1, "…"), ("abc", 0, ""),
  ])
  func `a text is cut between characters`(text: String, width: Int, cut: String) {
    #expect(DisplayWidth.truncated(text, to: width) == cut)
  }
}

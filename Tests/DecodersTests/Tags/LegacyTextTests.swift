import FoundationEssentials
import TestSupport
import Testing

@testable import Decoders

@Suite("Text in old code pages") struct LegacyTextTests {
  private let folder = TemporaryDirectory()

  /// "Привет" in cp1251.
  private static let cyrillic: [UInt8] = [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]

  @Test(
    "bytes become text by the code page that is named",
    arguments: [
      ("cp1251", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "Привет"),
      ("CP1251", [0xCF, 0x21], "П!"), ("koi8-r", [0xF0, 0xD2], "Пр"),
      ("shift_jis", [0x93, 0xFA, 0x96, 0x7B], "日本"), ("euc-kr", [0xC7, 0xD1], "한"),
      ("gbk", [0xD6, 0xD0, 0xB9, 0xFA], "中国"), ("big5", [0xA4, 0xA4], "中"),
      ("latin1", [0xE9, 0x41], "éA"), ("windows-1252", [0xE9, 0x80, 0x81], "é€\u{81}"),
      // What is no character, and a character cut off at the end.
      ("shift_jis", [0x41, 0xFF, 0x42], "A\u{FFFD}B"), ("gbk", [0x41, 0xD6], "A\u{FFFD}"),
      ("euc-kr", [], ""),
    ] as [(String, [UInt8], String)])
  func decoding(name: String, bytes: [UInt8], text: String) throws {
    #expect(try #require(LegacyEncoding(name)).text(bytes) == text)
  }

  @Test(
    "unknown names, and encodings that tags cannot be in, are refused",
    arguments: ["", "cp9999", "utf-16", "ebcdic-us", "../etc", "latin1//TRANSLIT", "кои8"])
  func unknown(name: String) {
    #expect(LegacyEncoding(name) == nil)
  }

  @Test("every name offered as an example is known", arguments: LegacyEncoding.examples)
  func example(name: String) throws {
    let encoding = try #require(LegacyEncoding(name))
    #expect(encoding.text(Array("Plain text 123".utf8)) == "Plain text 123")
    let coded = try JSONEncoder().encode([encoding])
    #expect(try JSONDecoder().decode([LegacyEncoding].self, from: coded) == [encoding])
  }

  @Test("Latin-1 frames, ID3v1, INFO and AIFF text are read by it, and their bytes kept")
  func everywhere() throws {
    let encoding = try #require(LegacyEncoding("cp1251"))
    for (name, bytes) in files() {
      let asset = AudioAsset(path: folder.write(bytes, to: name))
      let tags = asset.tags(legacyEncoding: encoding)
      #expect(tags.title == "Привет", "\(name)")
      #expect(tags.legacyEncoding == encoding, "\(name)")
      #expect(tags.eightBitTexts.map(\.bytes) == [Self.cyrillic], "\(name)")
      #expect(tags.eightBitTexts.first?.property == "TITLE", "\(name)")
      // Without a word on it: the Western page, and nothing is lost.
      let western = asset.tags()
      #expect(western.title == "Ïðèâåò", "\(name)")
      #expect(western.legacyEncoding == .windows1252, "\(name)")
      #expect(western.eightBitTexts == tags.eightBitTexts, "\(name)")
    }
  }

  @Test("eight-bit text that is UTF-8 is UTF-8, whatever the code page")
  func utf8() throws {
    let encoding = try #require(LegacyEncoding("cp1251"))
    for (name, bytes) in files(title: Array("Grüße 名".utf8)) {
      let tags = AudioAsset(path: folder.write(bytes, to: name)).tags(legacyEncoding: encoding)
      #expect(tags.title == "Grüße 名", "\(name)")
      #expect(tags.eightBitTexts.isEmpty, "\(name)")
      #expect(tags.legacyEncoding == nil, "\(name)")
    }
  }

  @Test("text that says what it is is left alone")
  func unicodeFrame() throws {
    let frame = ID3Bytes.frame("TIT2", [1, 0xFF, 0xFE, 0xE9, 0, 0x1F, 0x04])
    let path = folder.write(ID3Bytes.tag(frame) + Fixture.bytes("clicks_cbr.mp3"), to: "a.mp3")
    let tags = AudioAsset(path: path).tags(legacyEncoding: try #require(LegacyEncoding("gbk")))
    #expect(tags.title == "éП")
    #expect(tags.eightBitTexts.isEmpty)
  }

  @Test("many threads read different code pages at once without a mix")
  func threads() async throws {
    let path = folder.write(
      ID3Bytes.tag(ID3Bytes.frame("TIT2", [0] + Self.cyrillic)) + Fixture.bytes("clicks_cbr.mp3"),
      to: "a.mp3")
    let names = ["cp1251", "koi8-r", "latin1", "cp1253"]
    await withTaskGroup(of: (String, String?).self) { group in
      for index in 0..<64 {
        group.addTask {
          let name = names[index % names.count]
          let encoding = LegacyEncoding(name) ?? .windows1252
          return (name, AudioAsset(path: path).tags(legacyEncoding: encoding).title)
        }
      }
      for await (name, title) in group {
        #expect(title == LegacyEncoding(name)?.text(Self.cyrillic))
      }
    }
  }

  /// One file for each kind of eight-bit text.
  private func files(title: [UInt8] = cyrillic) -> [(name: String, bytes: [UInt8])] {
    let music = Fixture.bytes("clicks_cbr.mp3")
    func chunk(_ name: String, _ body: [UInt8], _ size: (Int) -> [UInt8]) -> [UInt8] {
      Array(name.utf8) + size(body.count) + body + (body.count % 2 == 0 ? [] : [0])
    }
    let little = { (value: Int) in littleEndian(value, 4) }
    let big = { (value: Int) in Array(littleEndian(value, 4).reversed()) }
    let info = chunk("LIST", Array("INFO".utf8) + chunk("INAM", title + [0], little), little)
    let wave = TemporaryDirectory.contents(of: TagSample.wave.copy(to: folder)) + info
    let aiff =
      TemporaryDirectory.contents(of: TagSample.aiff.copy(to: folder)) + chunk("NAME", title, big)
    return [
      ("frame.mp3", ID3Bytes.tag(ID3Bytes.frame("TIT2", [0] + title)) + music),
      ("v22.mp3", ID3Bytes.tag(ID3Bytes.frame("TT2", [0] + title, version: 2), version: 2) + music),
      (
        "v1.mp3",
        music + Array("TAG".utf8) + title + [UInt8](repeating: 0, count: 124 - title.count) + [255]
      ),
      ("info.wav", Array(wave[..<4]) + little(wave.count - 8) + Array(wave[8...])),
      ("name.aiff", Array(aiff[..<4]) + big(aiff.count - 8) + Array(aiff[8...])),
    ]
  }
}

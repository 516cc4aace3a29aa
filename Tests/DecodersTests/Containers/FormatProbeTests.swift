import TestSupport
import Testing

@testable import Decoders

@Suite struct FormatProbeTests {
  private let folder = TemporaryDirectory()

  @Test("every row of the table is found by its own marks, at the start and behind an ID3v2 tag")
  func table() throws {
    for row in FormatSignature.table {
      let content = content(of: row)
      for bytes in [content, id3v2(length: 300) + content] {
        let path = folder.write(bytes, to: "x.mp3")
        switch row.meaning {
        case .format(let format): #expect(try probe(path).format == format)
        case .other(let name):
          #expect(throws: DecodingError.notAudio(detail: name)) { try probe(path) }
        }
      }
    }
  }

  @Test("no row hides one behind it")
  func order() throws {
    for (index, row) in FormatSignature.table.enumerated() {
      let head = content(of: row)
      #expect(FormatSignature.table.firstIndex { $0.matches(head) } == index)
      #expect(row.marks.allSatisfy { $0.offset + $0.bytes.count <= FormatSignature.reach })
    }
  }

  @Test("every format can be told: by the table, by Ogg's codecs, or by frames")
  func reachable() {
    let byTable = FormatSignature.table.compactMap { row -> FileFormat? in
      if case .format(let format) = row.meaning { format } else { nil }
    }
    let others: [FileFormat] = [
      .mpegAudio, .oggFLAC, .oggVorbis, .oggOpus, .oggSpeex, .oggOther, .adts,
    ]
    #expect(Set(byTable + others) == Set(FileFormat.allCases))
  }

  @Test(
    "fixtures are what their content says, whatever their name says",
    arguments: [
      ("clicks.flac", FileFormat.flac), ("clicks.oga", .oggFLAC), ("clicks.ogg", .oggVorbis),
      ("clicks.opus", .oggOpus), ("clicks_cbr.mp3", .mpegAudio), ("clicks_mpeg2.mp3", .mpegAudio),
    ])
  func fixtures(name: String, format: FileFormat) throws {
    for newName in ["a.wav", "a.txt", "a"] {
      let path = folder.write(Fixture.bytes(name), to: newName)
      #expect(try probe(path).format == format)
    }
  }

  @Test("a picture called .mp3 is refused as a picture")
  func picture() {
    #expect(throws: DecodingError.notAudio(detail: "a JPEG image")) {
      try AudioAsset(path: Fixture.path("picture.mp3")).open()
    }
  }

  @Test("what is no audio is refused with what it looks like")
  func refusals() {
    let text = Array("Été: a song list\n\tone, two\r\n".utf8)
    expectNotAudio(text, "a text")
    expectNotAudio([UInt8](repeating: 0, count: 5000), "only zero bytes at the start")
    expectNotAudio(id3v2(length: 100), "a tag without audio")
    expectNotAudio([1, 2, 3], "no known kind of content")
    var longText: [UInt8] = []
    while longText.count < 40_000 { longText += Array("häßlich ".utf8) }
    expectNotAudio(longText, "a text")
  }

  @Test(
    "known formats that nothing decodes are refused with their reason, and have no hash",
    arguments: [
      ("MThd", "notAudio"), ("IMPM", "unsupported"), ("Extended Module: ", "unsupported"),
      ("OFR ", "unsupported"), ("ADIF", "unsupported"),
    ])
  func refused(mark: String, code: String) {
    let path = folder.write(Array(mark.utf8) + [UInt8](repeating: 0, count: 200), to: "a.mp3")
    let asset = AudioAsset(path: path)
    let error = #expect(throws: DecodingError.self) { try asset.open() }
    #expect(error?.code == code)
    #expect(error.map { throwsSame($0, asset) } == true)
  }

  private func throwsSame(_ expected: DecodingError, _ asset: AudioAsset) -> Bool {
    do throws(DecodingError) {
      _ = try asset.payloadHash()
      return false
    } catch {
      return error == expected
    }
  }

  @Test("noise holds no MPEG stream, however long it is searched")
  func noise() throws {
    for seed in 1...3 {
      var generator = SeededGenerator(seed: UInt64(seed))
      var bytes = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
      // Half of the bytes are 0xFF: many more false headers than noise has.
      if seed > 1 {
        for index in bytes.indices where Bool.random(using: &generator) { bytes[index] = 0xFF }
      }
      bytes[0] = 1
      expectNotAudio(bytes, "no known kind of content")
    }
  }

  @Test("raw PCM of a quiet sound is not taken for an MPEG stream")
  func quietPCM() {
    let samples = (0..<100_000).map { Int16($0 % 7) - 3 }
    expectNotAudio([0, 9] + samples.flatMap { littleEndian($0, 2) }, "no known kind of content")
  }

  @Test("an empty file, a folder, a missing file and a pipe each have their own error")
  func files() {
    expect(.empty, folder.write([], to: "zero"))
    expect(.io(errno: 21), folder.makeFolder("folder"))
    expect(.io(errno: 2), folder.appending("nothing"))
    expect(.notAudio(detail: "a device, pipe or socket"), FilePath("/dev/null"))
  }

  @Test("names that are no UTF-8 or hold a newline are opened")
  func names() throws {
    for name: [UInt8] in [[0x61, 0xE9, 0xFF], Array("a\nb".utf8), Array("-rf".utf8)] {
      let path = folder.path.appending(name)
      folder.write(Fixture.bytes("clicks.flac"), to: path)
      #expect(try DecodedFile(path).frameCount == 44_100)
    }
  }

  private func content(of row: FormatSignature) -> [UInt8] {
    var bytes = [UInt8](repeating: 1, count: 200)
    for mark in row.marks {
      bytes.replaceSubrange(mark.offset..<mark.offset + mark.bytes.count, with: mark.bytes)
    }
    return bytes
  }

  private func probe(_ path: FilePath) throws(DecodingError) -> FormatProbe {
    try FormatProbe(file: InputFile(path: path))
  }

  private func expectNotAudio(_ bytes: [UInt8], _ detail: String) {
    expect(.notAudio(detail: detail), folder.write(bytes, to: "a.mp3"))
  }

  private func expect(_ error: DecodingError, _ path: FilePath) {
    #expect(throws: error) { try AudioAsset(path: path).open() }
  }
}

/// An empty ID3v2.4 tag of a length with its header.
func id3v2(length: Int) -> [UInt8] {
  let size = length - 10
  return Array("ID3".utf8) + [4, 0, 0]
    + [UInt8(size >> 21 & 0x7F), UInt8(size >> 14 & 0x7F), UInt8(size >> 7 & 0x7F)]
    + [UInt8(size & 0x7F)] + [UInt8](repeating: 0, count: size)
}

import TestSupport
import Testing

@testable import Decoders

/// Pages lost in the middle of Vorbis and Opus: what follows keeps its place.
@Suite struct OggHoleTests {
  private let folder = TemporaryDirectory()

  @Test(
    "silence stands for lost pages, and the music behind them is where it was",
    arguments: [AudioFileWriter.Kind.vorbis, .opus])
  func lostPages(kind: AudioFileWriter.Kind) throws {
    let whole = try decode(track(kind))
    let pageCount = track(kind).pages.count
    try #require(pageCount > 8)
    for (first, count) in [(4, 1), (5, 2), (pageCount - 3, 1)] {
      for isCut in [true, false] {
        var ogg = track(kind)
        let start = ogg.granule(first - 1)
        let end = ogg.granule(first + count - 1)
        if isCut {
          ogg.pages.removeSubrange(first..<first + count)
        } else {
          for index in first..<first + count { ogg.pages[index][60] ^= 0x55 }
        }
        let file = try decode(ogg)
        #expect(file.frameCount == whole.frameCount)
        #expect(file.report.claimedFrameCount == whole.frameCount)
        #expect(file.report.corruptFrameCount == 1)
        #expect(!file.report.isTruncated)
        // A packet goes on into the next page, and Vorbis overlaps its neighbours.
        #expect(abs(file.report.concealedFrameCount - (end - start)) <= 8192)
        let before = max(0, start - 8192)
        #expect(file.planes[0][..<before] == whole.planes[0][..<before])
        // Opus finds back to the same samples within 80 ms or so, Vorbis at once.
        let settled = end + (kind == .opus ? 24_000 : 8192)
        let difference = zip(file.planes[0], whole.planes[0]).dropFirst(settled)
          .reduce(0) { max($0, abs($1.0 - $1.1)) }
        #expect(difference < (kind == .opus ? 0.01 : 1e-6))
      }
    }
  }

  @Test(
    "a position that lies makes no hours of silence",
    arguments: [AudioFileWriter.Kind.vorbis, .opus])
  func lyingPosition(kind: AudioFileWriter.Kind) throws {
    let whole = try decode(track(kind))
    var ogg = track(kind)
    for index in 5..<ogg.pages.count {
      ogg.setGranule(ogg.granule(index) + 10 * 3600 * 48_000, of: index)
    }
    // Without a loss the music simply goes on.
    let jump = try decode(ogg)
    #expect(jump.frameCount >= whole.frameCount)
    #expect(jump.frameCount < whole.frameCount + 8192)
    #expect(jump.report.concealedFrameCount == 0)
    ogg.pages.remove(at: 4)
    let file = try decode(ogg)
    #expect(file.frameCount < whole.frameCount)
    #expect(file.report.concealedFrameCount == 0)
    #expect(file.report.corruptFrameCount == 1)
    #expect(file.report.warnings.contains { $0.hasPrefix("a gap in the stream's positions") })
  }

  @Test("pages numbered anew by a careless editor are no loss")
  func renumbered() throws {
    var ogg = track(.vorbis)
    let whole = try decode(ogg)
    for index in 6..<ogg.pages.count { ogg.setSequence(index + 40, of: index) }
    let file = try decode(ogg)
    #expect(file.planes == whole.planes)
    #expect(file.report.corruptFrameCount == 0)
  }

  @Test("a stream out of the middle of a broadcast begins with its first page")
  func broadcast() throws {
    for kind in [AudioFileWriter.Kind.vorbis, .opus] {
      var ogg = track(kind)
      let whole = try decode(ogg)
      for index in ogg.pages.indices where ogg.granule(index) > 0 {
        ogg.setGranule(ogg.granule(index) + 1_000_000, of: index)
      }
      let file = try decode(ogg)
      #expect(file.planes == whole.planes)
      #expect(file.report.claimedFrameCount == whole.frameCount)
    }
  }

  @Test("frames before position 0 are cut from the head of a Vorbis stream")
  func beforeZero() throws {
    var ogg = track(.vorbis)
    let whole = try decode(ogg)
    for index in ogg.pages.indices where ogg.granule(index) > 0 {
      ogg.setGranule(ogg.granule(index) - 500, of: index)
    }
    let file = try decode(ogg)
    #expect(file.report.trimmedHead == 500)
    #expect(file.report.trimSource == .granulePosition)
    #expect(file.planes[0] == Array(whole.planes[0][500...]))
  }

  @Test("a stream without a last page is truncated; a broken packet is counted")
  func ends() throws {
    var ogg = track(.opus)
    ogg.pages.removeLast()
    #expect(try decode(ogg).report.isTruncated)
    ogg = track(.opus)
    // The first byte of the first packet of a page says how many frames there are: not 0.
    let page = 4
    let body = 27 + Int(ogg.pages[page][26])
    ogg.pages[page][body] |= 3
    ogg.pages[page][body + 1] = 0
    ogg.seal(page)
    let whole = try decode(track(.opus))
    let file = try decode(ogg)
    #expect(file.report.corruptFrameCount >= 1)
    #expect(file.frameCount == whole.frameCount)
  }

  @Test("the checksum is the one of the definition, for every length")
  func checksum() {
    var generator = SeededGenerator(seed: 3)
    let bytes = (0..<300).map { _ in UInt8.random(in: 0...255, using: &generator) }
    for length in [0, 1, 7, 8, 9, 15, 16, 17, 63, 300] {
      let sum = bytes.withUnsafeBytes {
        OggChecksum.update(0, UnsafeRawBufferPointer(rebasing: $0[..<length]))
      }
      #expect(sum == OggPages.checksum(Array(bytes[..<length])))
    }
  }

  @Test("a packet longer than a page, and one that never ends, are read within bounds")
  func longPackets() throws {
    var ogg = track(.vorbis)
    let whole = try decode(ogg)
    // A page whose only piece says that its packet goes on, again and again.
    var endless = Array(ogg.pages[4][..<27]) + [UInt8](repeating: 255, count: 255)
    endless[26] = 255
    endless += [UInt8](repeating: 7, count: 255 * 255)
    let last = ogg.pages.count - 1
    for index in 0..<40 {
      ogg.pages.insert(endless, at: last + index)
      ogg.setBit(0, of: last + index, to: index > 0)
      ogg.setGranule(-1, of: last + index)
      ogg.setSequence(last + index, of: last + index)
    }
    let file = try decode(ogg)
    #expect(file.frameCount <= whole.frameCount + 8192)
    #expect(Array(file.planes[0][..<100_000]) == Array(whole.planes[0][..<100_000]))
  }

  /// Twelve seconds of a tone in noise.
  private func track(_ kind: AudioFileWriter.Kind) -> OggPages {
    let rate = kind == .opus ? 48_000 : 44_100
    let path = folder.appending("track")
    let plane = Signals.mix([
      Signals.sine(440, amplitude: 0.3, seconds: 12, sampleRate: rate),
      Signals.noise(amplitude: 0.1, seconds: 12, sampleRate: rate),
    ])
    AudioFileWriter.write([plane], sampleRate: rate, to: path, as: kind)
    return OggPages(TemporaryDirectory.contents(of: path))
  }

  private func decode(_ ogg: OggPages) throws -> DecodedFile {
    try DecodedFile(folder.write(ogg.bytes, to: "a.ogg"))
  }
}

import TestSupport
import Testing

@testable import Decoders

/// Priming and padding of MP4 files, with the edit lists and comments that other encoders write
/// patched into files of ffmpeg's.
@Suite struct MP4TimelineTests {
  private let encoding = Encoding()
  private let rate = 44_100

  @Test("ffmpeg's own files: an edit list")
  func editList() throws {
    let file = try DecodedFile(encode())
    #expect(file.frameCount == rate && Encoding.areInPlace(file.planes[0], sampleRate: rate))
    #expect(file.report.trimSource == .editList && file.report.trimmedHead == 1024)
    #expect(file.report.claimedFrameCount == rate && file.report.trimmedTail > 0)
  }

  @Test("2112 frames of priming by the edit list, as Apple's encoder has")
  func longPriming() throws {
    // 1088 frames of silence, and the 1024 of ffmpeg's encoder.
    let path = try encode(leading: 1088)
    patch(path) { bytes in
      let list = place(of: "elst", in: bytes)
      // Version and flags, the count, the duration in milliseconds, the start.
      bytes.replaceSubrange(list + 12..<list + 20, with: big(1000) + big(2112))
    }
    let file = try DecodedFile(path)
    #expect(file.frameCount == rate && Encoding.areInPlace(file.planes[0], sampleRate: rate))
    #expect(file.report.trimSource == .editList && file.report.trimmedHead == 2112)
  }

  @Test("iTunes' comment, alone and beside an edit list that means the same: cut once")
  func comment() throws {
    for hasEditList in [false, true] {
      let path = try encode(leading: 1088)
      try addComment(to: path, priming: 2112, count: rate)
      patch(path) { bytes in
        let list = place(of: "elst", in: bytes)
        if hasEditList {
          bytes.replaceSubrange(list + 12..<list + 20, with: big(1000) + big(2112))
        } else {
          bytes.replaceSubrange(list..<list + 4, with: Array("free".utf8))
        }
      }
      let file = try DecodedFile(path)
      #expect(file.frameCount == rate && Encoding.areInPlace(file.planes[0], sampleRate: rate))
      #expect(file.report.trimSource == .iTunSMPB && file.report.trimmedHead == 2112)
    }
  }

  @Test("a comment that belongs to another file is not believed")
  func foreignComment() throws {
    for (priming, count) in [(2112, 10 * 44_100), (50_000, 100), (576, 44_100)] {
      let path = try encode()
      try addComment(to: path, priming: priming, count: count)
      let file = try DecodedFile(path)
      #expect(file.frameCount == rate && file.report.trimSource == .editList)
    }
  }

  @Test("without any statement, the block that AAC needs before the first is cut")
  func nothing() throws {
    let path = try encode()
    patch(path) { bytes in
      let list = place(of: "elst", in: bytes)
      bytes.replaceSubrange(list..<list + 4, with: Array("free".utf8))
    }
    let file = try DecodedFile(path)
    #expect(file.frameCount == rate && Encoding.areInPlace(file.planes[0], sampleRate: rate))
    #expect(file.report.trimSource == .decoderDefault && file.report.trimmedHead == 1024)
  }

  @Test("fragments without an index of their lengths play to their end")
  func fragments() throws {
    let path = try encode(options: ["-movflags", "frag_keyframe+empty_moov"])
    let file = try DecodedFile(path)
    #expect(Encoding.areInPlace(file.planes[0], sampleRate: rate))
    #expect((0..<2048).contains(file.frameCount - rate) && !file.report.isTruncated)
  }

  @Test("damaged packets become silence, and what follows stays in place")
  func damage() throws {
    let path = try encode(options: ["-b:a", "64k"])
    patch(path) { bytes in
      let media = place(of: "mdat", in: bytes) + 4
      for index in media + 300..<media + 500 { bytes[index] ^= 0x5A }
    }
    let file = try DecodedFile(path)
    #expect(file.report.corruptFrameCount > 0)
    #expect(file.frameCount == rate)
    let last = Encoding.peaks(file.planes[0], sampleRate: rate)[2]
    #expect(abs(Double(last) / Double(rate) - 0.97) < 0.001 && abs(file.planes[0][last]) > 0.2)
  }

  @Test("a file cut in its music gives what is there; one cut before its index gives nothing")
  func truncation() throws {
    let noise = Signals.noise(amplitude: 0.3, seconds: 4, sampleRate: rate)
    let early = try encoding.encode(
      [noise], sampleRate: rate, to: "a.m4a", ["-c:a", "aac", "-movflags", "faststart"])
    let bytes = TemporaryDirectory.contents(of: early)
    let cut = encoding.folder.write(Array(bytes[..<(bytes.count / 2)]), to: "b.m4a")
    let file = try DecodedFile(cut)
    #expect(file.report.isTruncated && file.report.claimedFrameCount == 4 * rate)
    #expect((rate..<3 * rate).contains(file.frameCount))

    let late = try encoding.encode([noise], sampleRate: rate, to: "c.m4a", ["-c:a", "aac"])
    let head = Array(TemporaryDirectory.contents(of: late)[..<20_000])
    let asset = AudioAsset(path: encoding.folder.write(head, to: "d.m4a"))
    #expect(throws: DecodingError.truncated(decodedFrames: 0)) { try asset.open() }
    #expect(throws: DecodingError.truncated(decodedFrames: 0)) { try asset.payloadHash() }
  }

  @Test("copy protection is named")
  func protection() throws {
    let path = try encode()
    patch(path) { bytes in
      let entry = place(of: "mp4a", in: bytes)
      bytes.replaceSubrange(entry..<entry + 4, with: Array("drms".utf8))
    }
    let error = #expect(throws: DecodingError.self) { try AudioAsset(path: path).open() }
    #expect(error?.description.contains("copy-protected") == true)
  }

  @Test(
    "the comment is read as hexadecimal numbers, and only if they are sane",
    arguments: [
      (" 00000000 00000840 000001CA 00000000003F31F6 00000000", 2112, 4_141_558),
      ("0 840 0 1", 2112, 1), ("", nil, nil), ("x y z w", nil, nil),
      (" 00000000 00000840 00000000 0000000000000000", nil, nil),
      (" 00000000 7FFFFFFF 00000000 0000000000000001", nil, nil),
      (" 00000000 00000840 00000000 7FFFFFFFFFFFFFFF", nil, nil),
    ])
  func numbers(text: String, priming: Int?, count: Int?) {
    let info = MP4GaplessInfo(text)
    #expect(info?.priming == priming && info?.frameCount == count)
  }

  private func encode(leading: Int = 0, options: [String] = []) throws -> FilePath {
    let clicks = [Float](repeating: 0, count: leading) + Encoding.clicks(sampleRate: rate)
    return try encoding.encode(
      [clicks], sampleRate: rate, to: "a.m4a", ["-c:a", "aac", "-b:a", "96k"] + options)
  }

  /// Writes iTunes' comment through TagLib, under the name of another that it knows.
  private func addComment(to path: FilePath, priming: Int, count: Int) throws {
    func hexadecimal(_ value: Int, _ width: Int) -> String {
      let digits = String(value, radix: 16, uppercase: true)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let text =
      " 00000000 \(hexadecimal(priming, 8)) 00000000 \(hexadecimal(count, 16)) 00000000"
    try #require(try setTag("LYRICIST", to: text, of: path))
    patch(path) { bytes in
      let name = place(of: "LYRICIST", in: bytes)
      bytes.replaceSubrange(name..<name + 8, with: Array("iTunSMPB".utf8))
    }
  }

  private func patch(_ path: FilePath, _ change: (inout [UInt8]) -> Void) {
    var bytes = TemporaryDirectory.contents(of: path)
    change(&bytes)
    encoding.folder.write(bytes, to: path)
  }

  private func place(of text: String, in bytes: [UInt8]) -> Int {
    bytes.indices.first { bytes[$0...].starts(with: text.utf8) } ?? 0
  }

  private func big(_ value: Int) -> [UInt8] { littleEndian(value, 4).reversed() }
}

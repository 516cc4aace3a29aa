import Testing

@testable import Decoders

@Suite struct MPEGInfoFrameTests {
  /// MPEG 1 layer III, 128 kbit/s, 44.1 kHz, stereo: 417 bytes with 32 of side information.
  private static let stereo: [UInt8] = [0xFF, 0xFB, 0x90, 0x00]

  @Test("headers give rate, channels and length")
  func headers() throws {
    let header = try #require(MPEGFrameHeader(Self.stereo, at: 0))
    #expect(header.version == .one)
    #expect(header.layer == 3)
    #expect(header.sampleRate == 44_100)
    #expect(header.channelCount == 2)
    #expect(header.length == 417)
    #expect(header.samplesPerFrame == 1152)
    #expect(MPEGFrameHeader([0xFF, 0xFB, 0x92, 0xC0], at: 0)?.length == 418)
    #expect(MPEGFrameHeader([0xFF, 0xFB, 0x92, 0xC0], at: 0)?.channelCount == 1)
    // MPEG 2 at 64 kbit/s and 22.05 kHz; MPEG 2.5 at 8 kHz; layer II; layer I.
    #expect(MPEGFrameHeader([0xFF, 0xF3, 0x80, 0xC0], at: 0)?.length == 208)
    #expect(MPEGFrameHeader([0xFF, 0xE3, 0x18, 0xC0], at: 0)?.sampleRate == 8000)
    #expect(MPEGFrameHeader([0xFF, 0xFD, 0x84, 0x00], at: 0)?.length == 384)
    #expect(MPEGFrameHeader([0xFF, 0xFF, 0x44, 0x00], at: 0)?.length == 128)
    // Free format has no length of its own.
    #expect(MPEGFrameHeader([0xFF, 0xFB, 0x00, 0x00], at: 0)?.length == .some(nil))
  }

  @Test("bytes that cannot be a header are none")
  func noHeaders() {
    let impossible: [[UInt8]] = [
      [0xFE, 0xFB, 0x90, 0], [0xFF, 0xDB, 0x90, 0], [0xFF, 0xEB, 0x90, 0], [0xFF, 0xF9, 0x90, 0],
      [0xFF, 0xFB, 0xF0, 0], [0xFF, 0xFB, 0x9C, 0], [0xFF, 0xFB, 0x90, 2], [0xFF, 0xFB, 0x90],
    ]
    for bytes in impossible { #expect(MPEGFrameHeader(bytes, at: 0) == nil) }
  }

  @Test("a Xing header gives the count of frames, a LAME part delay and padding")
  func xing() throws {
    let lame = Array("LAME3.100".utf8) + [UInt8](repeating: 0, count: 12) + [0x24, 0x04, 0x38]
    let bytes = frame(at: 36, Array("Info".utf8) + [0, 0, 0, 9, 0, 0, 1, 2, 0, 0, 0, 50] + lame)
    let info = try #require(parse(bytes))
    #expect(info.kind == "Info")
    #expect(info.frameCount == 258)
    #expect(info.delay == 576)
    #expect(info.padding == 1080)
  }

  @Test("what a header does not say is nil")
  func absent() throws {
    let bare = try #require(parse(frame(at: 36, Array("Xing".utf8) + [0, 0, 0, 0])))
    #expect(bare.frameCount == nil)
    #expect(bare.delay == nil)
    let zero = try #require(parse(frame(at: 36, Array("Xing".utf8) + [0, 0, 0, 1, 0, 0, 0, 0])))
    #expect(zero.frameCount == nil)
    #expect(parse(frame(at: 36, [])) == nil)
    #expect(parse(Self.stereo) == nil)
    #expect(parse(Array(frame(at: 36, Array("Xing".utf8)).prefix(41))) == nil)
  }

  @Test("a VBRI header gives the count of frames")
  func vbri() throws {
    let body = Array("VBRI".utf8) + [UInt8](repeating: 0, count: 10) + [0, 0, 0x10, 0]
    #expect(try #require(parse(frame(at: 36, body))).frameCount == 4096)
  }

  private func frame(at offset: Int, _ body: [UInt8]) -> [UInt8] {
    var bytes = Self.stereo + [UInt8](repeating: 0, count: 413)
    bytes.replaceSubrange(offset..<offset + body.count, with: body)
    return bytes
  }

  private func parse(_ frame: [UInt8]) -> MPEGInfoFrame? {
    MPEGFrameHeader(frame, at: 0).flatMap { MPEGInfoFrame(frame: frame, header: $0) }
  }
}

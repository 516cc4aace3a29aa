import Testing

@testable import Decoders

@Suite struct FFmpegLogTests {
  @Test("the first audio stream is described, by whatever pieces the text comes")
  func stream() {
    let text = """
      [info] Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'x':
      [info]   Metadata:
      [info]     title           : Stream #0:0: Audio
      [info]   Duration: 01:02:03.45, start: 0.000000, bitrate: 15 kb/s
      [info]   Stream #0:0[0x1](und): Video: h264, 44100 Hz
      [info]   Stream #0:1[0x2](und): Audio: alac (alac / 0x63616C61), 96000 Hz, stereo, s32p (24 bit), 7 kb/s
      [info]   Stream #0:2[0x3](und): Audio: aac (LC), 44100 Hz
      [info] Output #0, wav, to 'pipe:1':
      [info]   Stream #0:0: Audio: pcm_f32le, 44100 Hz

      """
    for length in [1, 7, 5000] {
      let log = log(text, pieceLength: length)
      #expect(log.stream?.hasPrefix("alac (alac") == true)
      #expect(log.centiseconds == 372_345 && !log.isLengthGuessed)
      #expect(log.errors.isEmpty && log.corruptPacketCount == 0)
      let codec = FFmpegCodec(description: log.stream, format: .mp4)
      #expect(codec.id == "alac" && codec.name == "ALAC, 24 bit")
    }
  }

  @Test("damage is counted in the words of ffmpeg 5 and of 7; other errors are kept, some of them")
  func errors() {
    var log = log(
      """
      [aac @ 0x55ca048b8d80] [error] channel element 2.13 is not allocated
      [error] Error while decoding stream #0:0: Invalid data found when processing input
      [aist#0:0/aac @ 0x1] [dec:aac @ 0x2] [error] Error submitting packet to decoder: Invalid data
      [warning] Estimating duration from bitrate, this may be inaccurate
      [fatal] subfile,,start,0,end,9,,:/proc/self/fd/3: Invalid data
      """, pieceLength: 10)
    log.endLine()
    #expect(log.corruptPacketCount == 2 && log.isLengthGuessed)
    #expect(log.errors == ["channel element 2.13 is not allocated", "Invalid data"])

    let flood = String(repeating: "[error] no\n", count: 1000)
    #expect(self.log(flood, pieceLength: 100).errors.count == 8)
    let long = "[error] " + String(repeating: "x", count: 100_000) + "\n"
    #expect(self.log(long, pieceLength: 999).errors.map(\.utf8.count) == [392])
  }

  @Test("what is no line of the log is passed over")
  func nonsense() {
    let text =
      "\n]\n[\n[]\n[a] [b] [c] [d] [e] f\n[info\n[error]\n[info] Duration: N/A\n[info] Duration: 1:2\n"
    let log = log(text, pieceLength: 3)
    #expect(log.stream == nil && log.centiseconds == nil && log.corruptPacketCount == 0)
  }

  @Test(
    "codecs have names for people, and the delay that all their decoders have",
    arguments: [
      ("aac (LC) (mp4a / 0x6134706D), 44100 Hz, mono, fltp", "AAC-LC", 1024),
      ("aac (HE-AAC) (mp4a / 0x6134706D), 44100 Hz, stereo, fltp", "HE-AAC", 2048),
      ("aac (HE-AACv2), 44100 Hz, stereo, fltp", "HE-AAC v2", 2048),
      ("wmav2 (a[1][0][0] / 0x0161), 44100 Hz, 2 channels, fltp", "WMA 2", 0),
      ("ape (APE  / 0x20455041), 44100 Hz, stereo, s16p", "Monkey's Audio, 16 bit", 0),
      ("ac3, 48000 Hz, 5.1(side), fltp, 448 kb/s", "AC-3", 256),
      ("newcodec, 48000 Hz, stereo", "newcodec", 0), ("", "WavPack", 0),
    ])
  func codecs(description: String, name: String, delay: Int) {
    let codec = FFmpegCodec(description: description, format: .wavPack)
    #expect(codec.name == name && codec.usualDelay == delay)
  }

  private func log(_ text: String, pieceLength: Int) -> FFmpegLog {
    var log = FFmpegLog()
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: pieceLength) {
      bytes[start..<min(start + pieceLength, bytes.count)].withUnsafeBytes { log.append($0) }
    }
    return log
  }
}

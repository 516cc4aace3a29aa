import TestSupport
import Testing

@testable import Decoders

@Suite struct ChannelTests {
  /// The amplitude of each loudspeaker's tone in the surround fixtures.
  private static let amplitudes: [(ChannelLayout.Position, Double)] = [
    (.left, 0.1), (.right, 0.2), (.center, 0.3), (.lowFrequency, 0.4), (.leftSurround, 0.5),
    (.rightSurround, 0.6),
  ]

  @Test(
    "each loudspeaker's tone is on its own channel, whatever the codec's order",
    arguments: ["surround.flac", "surround.ogg", "surround.opus"])
  func surround(name: String) throws {
    let file = try DecodedFile(Fixture.path(name))
    let layout = file.format.channelLayout
    #expect(!layout.isAssumed)
    for (position, amplitude) in Self.amplitudes {
      let channel = try #require(layout.positions.firstIndex(of: position))
      // Lossy codecs bend levels: within 15 %, less than the steps between the channels' levels.
      #expect(abs(file.level(channel) / (amplitude / 2.0.squareRoot()) - 1) < 0.15, "\(position)")
    }
  }

  @Test("a WAVE mask names loudspeakers in the order of its bits")
  func waveMask() {
    #expect(ChannelLayout(waveMask: 0x3, channelCount: 2) == .stereo)
    #expect(ChannelLayout(waveMask: 0x4, channelCount: 1) == .mono)
    #expect(
      ChannelLayout(waveMask: 0x60F, channelCount: 6)?.positions
        == [.left, .right, .center, .lowFrequency, .leftSide, .rightSide])
    #expect(ChannelLayout(waveMask: 0x3, channelCount: 1) == nil)
    #expect(ChannelLayout(waveMask: 0, channelCount: 2) == nil)
  }

  @Test("Apple's layouts are read: by tag, by mask, by labels")
  func coreAudio() {
    func layout(tag: Int, mask: Int = 0, labels: [Int] = [], channels: Int) -> ChannelLayout? {
      let words = [tag, mask, labels.count] + labels.flatMap { [$0, 0, 0, 0, 0] }
      return DeclaredLayout.coreAudio(
        words.flatMap { littleEndian($0, 4).reversed() }, channelCount: channels)
    }
    #expect(
      layout(tag: 121 << 16 | 6, channels: 6)?.positions
        == [.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround])
    #expect(layout(tag: 121 << 16 | 6, channels: 4) == nil)
    #expect(layout(tag: 1 << 16, mask: 0x7, channels: 3)?.positions == [.left, .right, .center])
    #expect(layout(tag: 0, labels: [3, 1, 2], channels: 3)?.positions == [.center, .left, .right])
    #expect(layout(tag: 0, labels: [3, 1, 999], channels: 3)?.isAssumed == true)
    #expect(layout(tag: 0, labels: [3], channels: 3) == nil)
    #expect(layout(tag: 147 << 16, channels: 3) == nil)
    #expect(DeclaredLayout.coreAudio([0, 0, 0, 0], channelCount: 1) == nil)
  }

  @Test("codec orders name as many loudspeakers as there are channels", arguments: 1...64)
  func counts(channelCount: Int) {
    #expect(ChannelLayout.vorbis(channelCount: channelCount).positions.count == channelCount)
    #expect(ChannelLayout.flac(channelCount: channelCount).positions.count == channelCount)
    #expect(ChannelLayout.flac(channelCount: channelCount).isAssumed == (channelCount > 8))
  }

  @Test("channels are separated without mixing, for any count and length", arguments: 1...9)
  func separation(channelCount: Int) {
    for length in [1, 2, 3, 4, 5, 7, 8, 63] {
      let interleaved = (0..<length * channelCount).map { Float($0) }
      var buffer = PCMBuffer(
        format: AudioFormat(sampleRate: 1000, channelCount: channelCount), frameCapacity: 64)
      buffer.fill(interleaved: interleaved, count: length)
      for channel in 0..<channelCount {
        let plane = buffer.withChannel(channel) { Array($0) }
        #expect(plane == (0..<length).map { Float($0 * channelCount + channel) })
      }
    }
  }
}

import Testing

@testable import Decoders

@Suite struct ChannelMixTests {
  private static let surround = ChannelLayout([
    .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround,
  ])
  private static let half: Float = 0.707_106_77

  @Test("mono goes to both sides as it is, and comes from them as their mean")
  func monoAndStereo() {
    #expect(ChannelMix(from: .mono, to: .stereo).rows == [[1], [1]])
    #expect(ChannelMix(from: .stereo, to: .mono).rows == [[0.5, 0.5]])
    #expect(ChannelMix(from: .stereo, to: .stereo).rows == [[1, 0], [0, 1]])
  }

  @Test("5.1 becomes stereo by BS.775: center and surrounds at -3 dB, no low-frequency channel")
  func surroundToStereo() {
    let mix = ChannelMix(from: Self.surround, to: .stereo)
    #expect(mix.rows == [[1, 0, Self.half, 0, Self.half, 0], [0, 1, Self.half, 0, 0, Self.half]])
  }

  @Test("channels are matched by position, not by number")
  func byPosition() {
    let vorbis = ChannelLayout.vorbis(channelCount: 6)
    let mix = ChannelMix(from: vorbis, to: Self.surround)
    for (row, position) in Self.surround.positions.enumerated() {
      #expect(mix.rows[row].firstIndex(of: 1) == vorbis.positions.firstIndex(of: position))
      #expect(mix.rows[row].reduce(0, +) == 1)
    }
    let side = ChannelMix(from: ChannelLayout([.leftSide]), to: Self.surround)
    #expect(side.rows[4] == [1])
  }

  @Test("without positions, channels keep their number", arguments: [1, 2, 5], [1, 2, 6])
  func unknown(from: Int, to: Int) {
    let mix = ChannelMix(from: .unknown(channelCount: from), to: .usual(channelCount: to))
    #expect(mix.rows == (0..<to).map { row in (0..<from).map { $0 == row ? 1 : 0 } })
  }

  @Test("no pair of layouts loses the front, or gives a mix of another shape", arguments: 1...8)
  func shapes(from: Int) {
    for to in 1...8 {
      let (source, target) = (
        ChannelLayout.usual(channelCount: from), ChannelLayout.usual(channelCount: to)
      )
      let mix = ChannelMix(from: source, to: target)
      #expect(mix.rows.count == to)
      #expect(mix.rows.allSatisfy { $0.count == from })
      for (column, position) in source.positions.enumerated()
      where [.left, .right, .center, .mono].contains(position) {
        #expect(mix.rows.contains { $0[column] > 0 })
      }
    }
  }
}

import Testing

@testable import Decoders

@Suite struct SanitizingTests {
  @Test("every NaN and infinity becomes 0, wherever it stands; all else stays", arguments: 1...20)
  func places(length: Int) {
    for bad in [Float.nan, .infinity, -.infinity, .signalingNaN] {
      for place in 0..<length {
        var buffer = PCMBuffer(
          format: AudioFormat(sampleRate: 8000, channelCount: 2), frameCapacity: 24)
        var planes = [[Float]](repeating: (0..<length).map { 1e38 - Float($0) }, count: 2)
        planes[1][place] = bad
        buffer.fill { room in
          for channel in 0..<2 {
            for frame in 0..<length { room[channel * 24 + frame] = planes[channel][frame] }
          }
          return length
        }
        #expect(buffer.zeroNonFiniteSamples() == 1)
        #expect(buffer.zeroNonFiniteSamples() == 0)
        planes[1][place] = 0
        #expect((0..<2).map { buffer.withChannel($0) { Array($0) } } == planes)
      }
    }
  }
}

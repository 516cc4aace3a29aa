import Decoders
import Glibc
import TestSupport
import Testing

@testable import Analysis

@Suite struct MonoSignalTests {
  private static func tone(_ count: Int, sampleRate: Int, frequency: Double = 441) -> [Float] {
    (0..<count).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / Double(sampleRate))) }
  }

  /// The mono signal of some planes, fed in blocks.
  private static func mono(
    _ planes: [[Float]], sampleRate: Int = 44_100, blockSize: Int = 4096
  ) -> [Float] {
    let format = AudioFormat(sampleRate: sampleRate, channelCount: planes.count)
    guard var signal = MonoSignal(format: format) else { return [] }
    var result: [Float] = []
    for start in stride(from: 0, to: planes[0].count, by: blockSize) {
      let block = PCMBuffer(
        planes: planes.map { Array($0[start..<min(start + blockSize, $0.count)]) },
        sampleRate: sampleRate)
      signal.process(block) { result.append(contentsOf: $0) }
    }
    signal.finish { result.append(contentsOf: $0) }
    return result
  }

  private static func energy(_ samples: some Sequence<Float>) -> Float {
    samples.reduce(0) { $0 + $1 * $1 }
  }

  @Test func channelsOfOppositeSignDoNotCancel() {
    let left = Self.tone(88_200, sampleRate: 44_100)
    let expected = Self.energy(Self.mono([left, left]).dropFirst(11_025))
    let found = Self.energy(Self.mono([left, left.map { -$0 }]).dropFirst(11_025))
    #expect(abs(found / expected - 1) < 0.01)
  }

  @Test func aSongInStereoIsThePlainMean() {
    let planes = DemoSong(
      title: "Mean", beatsPerMinute: 120, tonic: 0, isMinor: false, barCount: 2
    ).render()
    let mean = zip(planes[0], planes[1]).map { ($0 + $1) / 2 }
    let difference = zip(Self.mono(planes), Self.mono([mean])).map { $0 - $1 }
    #expect(difference.allSatisfy { abs($0) < 1e-6 })
  }

  @Test func theLowFrequencyChannelIsLeftOut() {
    let silence = [Float](repeating: 0, count: 44_100)
    let tone = Self.tone(44_100, sampleRate: 44_100)
    let surround = Self.mono([silence, silence, silence, tone, silence, silence])
    #expect(Self.energy(surround) == 0)
  }

  @Test(arguments: [1, 333, 4096])
  func blocksOfAnySizeGiveTheSameSignal(blockSize: Int) {
    let left = Self.tone(30_000, sampleRate: 48_000)
    let right = Self.tone(30_000, sampleRate: 48_000, frequency: 997).map { -$0 }
    let reference = Self.mono([left, right], sampleRate: 48_000, blockSize: 30_000)
    #expect(Self.mono([left, right], sampleRate: 48_000, blockSize: blockSize) == reference)
  }

  @Test func aRateTooLowForMusicGivesNoSignal() {
    #expect(MonoSignal(format: AudioFormat(sampleRate: 1, channelCount: 1)) == nil)
    #expect(MonoSignal(format: AudioFormat(sampleRate: 8_000, channelCount: 1)) != nil)
  }

  @Test func theSignalIsAsLongAsTheMusic() {
    for rate in [8_000, 44_100, 48_000, 96_000] {
      let samples = Self.mono([Self.tone(rate, sampleRate: rate)], sampleRate: rate)
      #expect(samples.count == MonoSignal.sampleRate)
    }
  }
}

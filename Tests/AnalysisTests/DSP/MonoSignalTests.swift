import Decoders
import TestSupport
import Testing

@testable import Analysis

@Suite("Mono signal")
struct MonoSignalTests {
  private func mono(
    _ planes: [[Float]], sampleRate: Int, layout: ChannelLayout? = nil
  ) throws -> [Float] {
    let blocks = PCMBuffer.blocks(planes: planes, sampleRate: sampleRate, layout: layout)
    let first = try #require(blocks.first)
    var signal = try #require(MonoSignal(format: first.format))
    var output: [Float] = []
    for block in blocks { signal.process(block) { output += Array($0) } }
    signal.finish { output += Array($0) }
    return output
  }

  @Test("at its own rate it is the mean of the channels")
  func mean() throws {
    let left = Signals.noise(seconds: 1, sampleRate: 22_050, seed: 1)
    let right = Signals.noise(seconds: 1, sampleRate: 22_050, seed: 2)
    let expected = zip(left, right).map { ($0 + $1) / 2 }
    let output = try mono([left, right], sampleRate: 22_050)
    #expect(output.count == expected.count)
    #expect(zip(output, expected).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test("opposite channels cancel; the low-frequency channel does not count")
  func channels() throws {
    let tone = Signals.sine(440, seconds: 1, sampleRate: 44_100)
    let inverted = Signals.scaled(tone, by: -1)
    let silence = [Float](repeating: 0, count: tone.count)
    let cancelled = try mono([tone, inverted], sampleRate: 44_100)
    #expect(cancelled.allSatisfy { abs($0) < 1e-6 })
    let onlyLow = try mono(
      [silence, tone], sampleRate: 44_100, layout: ChannelLayout([.left, .lowFrequency]))
    #expect(onlyLow.allSatisfy { $0 == 0 })
    // Of a file that has nothing else it is all there is.
    let alone = try mono([tone], sampleRate: 44_100, layout: ChannelLayout([.lowFrequency]))
    #expect(alone.contains { $0 > 0.9 })
  }

  @Test("rates too low for music are declined")
  func lowRates() {
    #expect(MonoSignal(format: AudioFormat(sampleRate: 3999, channelCount: 1)) == nil)
    #expect(MonoSignal(format: AudioFormat(sampleRate: 4000, channelCount: 1)) != nil)
  }
}

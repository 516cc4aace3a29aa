import Decoders
import TestSupport
import Testing

@testable import Analysis

struct WaveformTracerTests {
  private static let rate = 44_100

  private func outline(
    _ planes: [[Float]], rate: Int = rate, blockSize: Int = 4096
  ) -> WaveformOutline {
    var tracer = WaveformTracer(
      format: AudioFormat(sampleRate: rate, channelCount: max(planes.count, 1)))
    for block in PCMBuffer.blocks(planes: planes, sampleRate: rate, size: blockSize) {
      tracer.process(block)
    }
    return tracer.finish()
  }

  /// The columns' middle, which the filters' start does not reach.
  private func middle(_ columns: [UInt8]) -> Double {
    (Double(columns[columns.count / 2]) / 255) * (Double(columns[columns.count / 2]) / 255)
  }

  @Test(arguments: [(50.0, 0), (800.0, 1), (10_000.0, 2)])
  func `a tone stands out in its own band`(frequency: Double, band: Int) {
    let tone = Signals.sine(frequency, amplitude: 0.5, seconds: 2, sampleRate: Self.rate)
    let outline = outline([tone])
    let levels = [outline.low, outline.mid, outline.high].map(middle)
    // Filters of first order are gentle: for the eye a little over half is enough.
    for other in 0..<3 where other != band { #expect(levels[other] < 0.6 * levels[band]) }
    // Two in a row take half at the edge of a band, and less inside it.
    #expect(levels[band] > 0.2 && levels[band] < 0.52)
  }

  @Test func `a column is 150th of a second, and the last may be short`() {
    let second = Signals.constant(0.1, seconds: 1, sampleRate: Self.rate)
    #expect(outline([second]).low.count == 150)
    #expect(outline([second + [0]]).low.count == 151)
    #expect(outline([second]).rate == 150)
  }

  @Test(arguments: [1, 7, 294, 5000])
  func `blocks of any size give the same outline`(size: Int) {
    let noise = Signals.sine(440, amplitude: 0.7, seconds: 0.3, sampleRate: Self.rate)
    let other = Signals.sine(90, amplitude: 0.2, seconds: 0.3, sampleRate: Self.rate)
    #expect(outline([noise, other], blockSize: size) == outline([noise, other]))
  }

  @Test func `channels of opposite sign do not vanish`() {
    let tone = Signals.sine(800, amplitude: 0.5, seconds: 1, sampleRate: Self.rate)
    #expect(outline([tone, tone.map { -$0 }]) == outline([tone]))
  }

  @Test func `silence is flat, nothing has no columns, and overs are full scale`() {
    let silence = outline([Signals.silence(seconds: 0.5, sampleRate: Self.rate)])
    #expect(silence.low.count == 75 && silence.low.allSatisfy { $0 == 0 })
    #expect(outline([]).low.isEmpty)
    let loud = Signals.sine(40, amplitude: 9, seconds: 1, sampleRate: Self.rate)
    #expect(outline([loud]).low.max() == 255)
  }

  @Test func `a long piece has wider columns, not more`() {
    // 150 Hz makes every frame a column, and all of it bass.
    let count = WaveformOutline.columnLimit
    var samples = [Float](repeating: 0, count: count + 100)
    samples[count - 3] = 1
    let outline = outline([samples], rate: 150)
    #expect(outline.rate == 75)
    #expect(outline.low.count == count / 2 + 50)
    #expect(outline.low.firstIndex { $0 > 0 } == (count - 3) / 2)
  }
}

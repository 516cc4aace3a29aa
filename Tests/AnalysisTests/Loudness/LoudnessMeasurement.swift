import Decoders
import TestSupport

@testable import Analysis

/// A finished measurement and what was streamed on the way.
struct LoudnessMeasurement {
  var result: MusicUnderstandingSession.LoudnessResult
  var updates: [LoudnessUpdate] = []

  var integrated: Float { result.integrated.value }

  init(
    planes: [[Float]], sampleRate: Int, layout: ChannelLayout? = nil, blockSize: Int = 4096,
    countsMonoTwice: Bool = false
  ) {
    let format = AudioFormat(
      sampleRate: sampleRate, channelLayout: layout ?? .usual(channelCount: planes.count))
    var analyzer = LoudnessAnalyzer(format: format, countsMonoTwice: countsMonoTwice)
    var updates: [LoudnessUpdate] = []
    var block = PCMBuffer(format: format, frameCapacity: blockSize)
    for start in stride(from: 0, to: planes.first?.count ?? 0, by: blockSize) {
      block.fill(planes: planes, from: start)
      analyzer.process(block) { updates.append($0) }
    }
    result = analyzer.finish()
    self.updates = updates
  }

  /// The same signal on both channels.
  init(stereo signal: [Float], sampleRate: Int, blockSize: Int = 4096) {
    self.init(planes: [signal, signal], sampleRate: sampleRate, blockSize: blockSize)
  }
}

/// A level and how long it lasts.
typealias TonePart = (dBFS: Double, seconds: Double)

/// A 1 kHz tone whose level changes without a jump in phase.
func tone(_ parts: [TonePart], sampleRate: Int) -> [Float] {
  var signal: [Float] = []
  var end = 0.0
  for part in parts {
    end += part.seconds
    let last = Signals.frameCount(seconds: end, sampleRate: sampleRate)
    signal += Signals.sine(
      1000, amplitude: Signals.amplitude(dBFS: part.dBFS),
      phase: 360 * 1000 * Double(signal.count) / Double(sampleRate),
      frameCount: last - signal.count, sampleRate: sampleRate)
  }
  return signal
}

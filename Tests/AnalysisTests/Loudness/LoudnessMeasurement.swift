import Decoders
import TestSupport

@testable import Analysis

/// A finished measurement and what was streamed on the way.
struct LoudnessMeasurement {
  var result: MusicUnderstandingSession.LoudnessResult
  var updates: [LoudnessUpdate] = []

  var integrated: Float { result.integrated.value }

  init(
    planes: [[Float]], sampleRate: Int, layout: ChannelLayout? = nil, blockSize: Int = 4096
  ) {
    var analyzer = LoudnessAnalyzer(
      format: AudioFormat(
        sampleRate: sampleRate, channelLayout: layout ?? .usual(channelCount: planes.count)))
    var updates: [LoudnessUpdate] = []
    for block in PCMBuffer.blocks(
      planes: planes, sampleRate: sampleRate, layout: layout, size: blockSize)
    {
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
  let total = parts.reduce(0) { $0 + $1.seconds }
  let carrier = Signals.sine(1000, seconds: total, sampleRate: sampleRate)
  var end = 0.0
  for part in parts {
    end += part.seconds
    let last = min(Signals.frameCount(seconds: end, sampleRate: sampleRate), carrier.count)
    signal += Signals.scaled(
      Array(carrier[signal.count..<last]), by: Signals.amplitude(dBFS: part.dBFS))
  }
  return signal
}

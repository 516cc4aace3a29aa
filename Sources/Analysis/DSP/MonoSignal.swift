import Decoders

/// The signal that rhythm and key share: one channel at 22,050 Hz, computed once.
///
/// The mean of all channels but the low-frequency one, resampled. Sample n is at n / 22,050 s.
/// Stereo whose channels cancel is subtracted instead of added: see ``StereoPolarity``.
struct MonoSignal {
  static let sampleRate = 22_050
  /// Below this rate there is too little left of music, and too many samples to make up.
  static let minimumInputRate = 4_000

  private let format: AudioFormat
  private let contributing: [Int]
  private var polarity = StereoPolarity()
  private var resampler: Resampler
  private var mixed: [Float] = []
  private var output: [Float] = []

  /// Nil when the rate is below `minimumInputRate`.
  init?(format: AudioFormat) {
    guard format.sampleRate >= Self.minimumInputRate else { return nil }
    self.format = format
    let positions = format.channelLayout.positions
    let full = positions.indices.filter { positions[$0] != .lowFrequency }
    contributing = full.isEmpty ? Array(positions.indices) : full
    resampler = Resampler(inputRate: format.sampleRate, outputRate: Self.sampleRate)
  }

  /// Takes in a block; calls `body` with the samples that follow from it.
  mutating func process(_ block: PCMBuffer, _ body: (UnsafeBufferPointer<Float>) -> Void) {
    mix(block)
    output.removeAll(keepingCapacity: true)
    mixed.withUnsafeBufferPointer { resampler.process($0, into: &output) }
    output.withUnsafeBufferPointer(body)
  }

  /// Calls `body` with the last samples.
  mutating func finish(_ body: (UnsafeBufferPointer<Float>) -> Void) {
    output.removeAll(keepingCapacity: true)
    resampler.finish(into: &output)
    output.withUnsafeBufferPointer(body)
  }

  private mutating func mix(_ block: PCMBuffer) {
    let frames = block.frameCount
    mixed.removeAll(keepingCapacity: true)
    mixed.append(contentsOf: repeatElement(0, count: frames))
    if contributing.count == 2 {
      mixStereo(block)
      return
    }
    let weight = 1 / Float(contributing.count)
    mixed.withUnsafeMutableBufferPointer { sum in
      for channel in contributing {
        block.withChannel(channel) { plane in
          for frame in 0..<frames { sum[frame] += plane[frame] * weight }
        }
      }
    }
  }

  private mutating func mixStereo(_ block: PCMBuffer) {
    var polarity = self.polarity
    mixed.withUnsafeMutableBufferPointer { sum in
      block.withChannel(contributing[0]) { left in
        block.withChannel(contributing[1]) { right in
          polarity.mix(left, right, into: sum)
        }
      }
    }
    self.polarity = polarity
  }
}

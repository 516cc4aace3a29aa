internal import CSampleRate

/// The parts of a stream that have another format than its first, brought to that format.
///
/// Channels are mixed by ``ChannelMix``. Rates are converted by libsamplerate's sinc interpolator,
/// which gives output frame 0 at the time of input frame 0; a part becomes as long as it was, to
/// the nearest frame.
///
/// Owns the library's handle until released; lives in one task.
final class FormatConverter {
  let source: AudioFormat

  private let target: AudioFormat
  private let mix: ChannelMix
  /// Nil when the rates are equal.
  private let resampler: OpaquePointer?
  private let ratio: Double
  private var block: PCMBuffer
  /// Mixed frames that wait for the resampler, interleaved.
  private let input: UnsafeMutableBufferPointer<Float>
  private let output: UnsafeMutableBufferPointer<Float>
  private var waiting = 0..<0
  private var takenCount = 0
  private var deliveredCount = 0
  private var hasEnded = false

  /// - Returns: Nil when the rates are further apart than 1:256, which the library cannot do.
  init?(from source: AudioFormat, to target: AudioFormat) {
    self.source = source
    self.target = target
    mix = ChannelMix(from: source.channelLayout, to: target.channelLayout)
    ratio = Double(target.sampleRate) / Double(source.sampleRate)
    if source.sampleRate == target.sampleRate {
      resampler = nil
    } else {
      var code: Int32 = 0
      guard src_is_valid_ratio(ratio) != 0,
        let made = src_new(
          Int32(SRC_SINC_MEDIUM_QUALITY), Int32(target.channelCount), &code)
      else { return nil }
      resampler = made
    }
    block = PCMBuffer(format: source)
    input = .allocate(capacity: PCMBuffer.usualFrameCapacity * target.channelCount)
    output = .allocate(capacity: PCMBuffer.usualFrameCapacity * target.channelCount)
  }

  deinit {
    if let resampler { src_delete(resampler) }
    input.deallocate()
    output.deallocate()
  }

  /// Fills `buffer` with what `decoder` gives of the present part, converted; false at its end.
  func read(
    into buffer: inout PCMBuffer, from decoder: any Decoder
  ) throws(DecodingError) -> Bool {
    let room = min(buffer.frameCapacity, PCMBuffer.usualFrameCapacity)
    while true {
      if waiting.isEmpty, !hasEnded { try refill(from: decoder) }
      var wanted = room
      if hasEnded {
        let total = AudioFormat.frameCount(
          takenCount, of: source.sampleRate, at: target.sampleRate)
        wanted = min(room, total - deliveredCount)
      }
      guard wanted > 0 else { return false }
      var got = convert(wanted)
      if got == 0, hasEnded {
        // The library may keep the very last frame.
        output.prefix(wanted * target.channelCount).update(repeating: 0)
        got = wanted
      }
      guard got > 0, let samples = output.baseAddress else { continue }
      buffer.fill(interleaved: samples, count: got)
      deliveredCount += got
      return true
    }
  }

  private func refill(from decoder: any Decoder) throws(DecodingError) {
    guard try decoder.read(into: &block) else {
      hasEnded = true
      return
    }
    // What is not finite would spread over the length of the filter.
    nonFiniteSampleCount += block.zeroNonFiniteSamples()
    takenCount += block.frameCount
    waiting = 0..<block.frameCount
    guard let base = input.baseAddress else { return }
    let channelCount = target.channelCount
    input.prefix(block.frameCount * channelCount).update(repeating: 0)
    for (row, weights) in mix.rows.enumerated() {
      for (column, weight) in weights.enumerated() where weight != 0 {
        block.withChannel(column) { plane in
          for frame in plane.indices { base[frame * channelCount + row] += weight * plane[frame] }
        }
      }
    }
  }

  /// NaN and infinities met so far, which became 0.
  private(set) var nonFiniteSampleCount = 0

  /// Converts what waits, as far as there is room for `wanted` frames of output.
  ///
  /// - Returns: The frames in `output`.
  private func convert(_ wanted: Int) -> Int {
    guard let from = input.baseAddress, let to = output.baseAddress else { return 0 }
    let first = from + waiting.lowerBound * target.channelCount
    guard let resampler else {
      let count = min(wanted, waiting.count)
      to.update(from: first, count: count * target.channelCount)
      waiting = (waiting.lowerBound + count)..<waiting.upperBound
      return count
    }
    var data = SRC_DATA()
    data.data_in = UnsafePointer(first)
    data.input_frames = waiting.count
    data.data_out = to
    data.output_frames = wanted
    data.end_of_input = hasEnded ? 1 : 0
    data.src_ratio = ratio
    guard src_process(resampler, &data) == 0 else {
      waiting = 0..<0
      return 0
    }
    waiting = (waiting.lowerBound + data.input_frames_used)..<waiting.upperBound
    return data.output_frames_gen
  }
}

import Glibc

/// libebur128, for comparison, when this machine has it: opened at run time, never linked.
final class EBUR128Library {
  private typealias Initialize = @convention(c) (UInt32, UInt, Int32) -> OpaquePointer?
  private typealias Destroy = @convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Void
  private typealias AddFrames = @convention(c) (OpaquePointer, UnsafePointer<Float>, Int) -> Int32
  private typealias Figure = @convention(c) (OpaquePointer, UnsafeMutablePointer<Double>) -> Int32
  private typealias ChannelFigure =
    @convention(c) (
      OpaquePointer, UInt32, UnsafeMutablePointer<Double>
    ) -> Int32

  /// `EBUR128_MODE_…`: integrated, range and short-term, with and without true peak.
  enum Mode: Int32 {
    case withoutPeak = 0b00_1111
    case withTruePeak = 0b11_1111
  }

  struct Figures {
    var integrated = 0.0
    var range = 0.0
    /// As an amplitude; nil when not asked for.
    var truePeak: Double?
  }

  private let initialize: Initialize
  private let destroy: Destroy
  private let addFrames: AddFrames
  private let global: Figure
  private let range: Figure
  private let truePeak: ChannelFigure

  /// Nil when the library is not installed.
  init?() {
    guard let handle = dlopen("libebur128.so.1", RTLD_NOW),
      let initialize = dlsym(handle, "ebur128_init"),
      let destroy = dlsym(handle, "ebur128_destroy"),
      let addFrames = dlsym(handle, "ebur128_add_frames_float"),
      let global = dlsym(handle, "ebur128_loudness_global"),
      let range = dlsym(handle, "ebur128_loudness_range"),
      let truePeak = dlsym(handle, "ebur128_true_peak")
    else { return nil }
    self.initialize = unsafeBitCast(initialize, to: Initialize.self)
    self.destroy = unsafeBitCast(destroy, to: Destroy.self)
    self.addFrames = unsafeBitCast(addFrames, to: AddFrames.self)
    self.global = unsafeBitCast(global, to: Figure.self)
    self.range = unsafeBitCast(range, to: Figure.self)
    self.truePeak = unsafeBitCast(truePeak, to: ChannelFigure.self)
  }

  /// Measures interleaved samples in blocks of 4096 frames.
  func measure(_ samples: [Float], channelCount: Int, sampleRate: Int, mode: Mode) -> Figures? {
    var state = initialize(UInt32(channelCount), UInt(sampleRate), mode.rawValue)
    guard let open = state else { return nil }
    defer { destroy(&state) }
    samples.withUnsafeBufferPointer { all in
      let frames = all.count / channelCount
      for start in stride(from: 0, to: frames, by: 4096) {
        _ = addFrames(open, all.baseAddress! + start * channelCount, min(4096, frames - start))
      }
    }
    var figures = Figures()
    _ = global(open, &figures.integrated)
    _ = range(open, &figures.range)
    guard mode == .withTruePeak else { return figures }
    var highest = 0.0
    for channel in 0..<channelCount {
      var peak = 0.0
      _ = truePeak(open, UInt32(channel), &peak)
      highest = max(highest, peak)
    }
    figures.truePeak = highest
    return figures
  }
}

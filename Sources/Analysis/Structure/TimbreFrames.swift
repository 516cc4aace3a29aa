import Glibc

/// The spectrum over time in coarse steps: what a passage sounds like, whatever its notes.
///
/// The mean level of every band over a fifth of a second, in half decibels: 370 bytes per second,
/// 13 MB for ten hours.
struct TimbreFrames {
  /// Frames of band levels in one of these.
  static let step = 20
  /// Frames per second.
  static let frameRate = OnsetCurves.frameRate / Double(step)
  /// Units per decibel, and the level that is 0.
  private static let resolution: Float = 2
  private static let lowest: Float = -120

  let bandCount: Int
  private var values: [UInt8] = []
  private var sums: [Float]
  private var pendingCount = 0

  init(bandCount: Int = BandAnalyzer.bandCount) {
    self.bandCount = bandCount
    sums = [Float](repeating: 0, count: bandCount)
  }

  var frameCount: Int { values.count / bandCount }

  /// Takes in a frame of band levels, 1 being full scale.
  mutating func append(_ levels: UnsafeBufferPointer<Float>) {
    precondition(levels.count == bandCount)
    for band in 0..<bandCount { sums[band] += levels[band] }
    pendingCount += 1
    if pendingCount == Self.step { endFrame() }
  }

  /// Ends the last frame.
  mutating func finish() {
    if pendingCount > 0 { endFrame() }
  }

  private mutating func endFrame() {
    let scale = 1 / Float(pendingCount)
    for band in 0..<bandCount {
      let decibels = 20 * log10f(sums[band] * scale + 1e-9)
      let steps = (decibels - Self.lowest) * Self.resolution + 0.5
      values.append(steps > 0 ? UInt8(min(steps, 255)) : 0)
      sums[band] = 0
    }
    pendingCount = 0
  }

  /// The level of a band in dB relative to full scale, −120 for silence.
  func level(ofBand band: Int, at frame: Int) -> Float {
    Float(values[frame * bandCount + band]) / Self.resolution + Self.lowest
  }

  /// The same as a number of half decibels, as it is stored …
  func stored(band: Int, at frame: Int) -> UInt8 { values[frame * bandCount + band] }

  /// … and what that number stands for, 1 being full scale; 0 for what is stored of silence.
  static func amplitude(ofStored value: UInt8) -> Float {
    value == 0 ? 0 : powf(10, (Float(value) / resolution + lowest) / 20)
  }

  /// Where a moment in seconds lies among the frames; frame n spans n to n + 1.
  static func position(ofTime time: Double) -> Double {
    (time * OnsetCurves.frameRate + Double(OnsetCurves.leadIn)) / Double(step)
  }
}

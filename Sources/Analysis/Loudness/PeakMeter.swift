/// The highest sample and the highest point between samples, over all channels, with their frames.
///
/// Interpolates four times below 96 kHz, twice below 192 kHz, and not at all from there on, as
/// BS.1770-4 asks for at least 192 kHz.
///
/// Most of the signal need not be interpolated to know that no peak is in it. The filters have
/// Σh = 1, so for samples between `low` and `high`, with m their middle and r half their distance,
///
///     |Σ h·x| = |m + Σ h·(x − m)| ≤ |m| + r·Σ|h|
///
/// and where that is below the highest peak so far the filters are not run. It changes nothing in
/// the result.
struct PeakMeter {
  /// A level and the first frame that has it.
  struct Peak {
    var value: Float = 0
    var frame = 0

    mutating func raise(to candidate: Float, at candidateFrame: Int) {
      if candidate > value || (candidate == value && candidateFrame < frame) {
        value = candidate
        frame = candidateFrame
      }
    }
  }

  /// The largest positive value of 16 bits, 1 − 2⁻¹⁵: a sample there or beyond counts as clipped.
  static let clippingLevel: Float = 32_767 / 32_768
  /// The most frames that `process` takes at once.
  static let maximumRun = 4096

  private(set) var samplePeak = Peak()
  private(set) var clippedSampleCount = 0
  private var interpolatedPeak = Peak()

  private let oversampling: Int
  private let interpolator = TruePeakInterpolator()
  private let taps: [SIMD8<Float>]
  /// Per channel, the last samples before the run at hand.
  private var history: [Float]
  /// The history and the run, and zeros up to a whole cell.
  private var scratch: [Float]
  private var lows: [Float]
  private var highs: [Float]

  private static let historyLength = TruePeakInterpolator.tapCount - 1
  /// The samples whose extremes are kept together. The filters of the outputs of one cell reach
  /// over three cells.
  private static let cell = 16
  private static let reach = 3
  /// Rounding of 24 products is below 1e-5 of their magnitude.
  private static let margin: Float = 1.000_01

  init(sampleRate: Int, channelCount: Int) {
    oversampling = sampleRate < 96_000 ? 4 : sampleRate < 192_000 ? 2 : 1
    taps = interpolator.taps.flatMap {
      [SIMD8(repeating: $0.even), SIMD8(repeating: $0.odd), SIMD8(repeating: $0.middle)]
    }
    history = [Float](repeating: 0, count: channelCount * Self.historyLength)
    let cells = (Self.historyLength + Self.maximumRun) / Self.cell + 1 + Self.reach
    scratch = [Float](repeating: 0, count: cells * Self.cell)
    lows = [Float](repeating: 0, count: cells)
    highs = [Float](repeating: 0, count: cells)
  }

  /// The higher of the two peaks, never below the sample peak.
  var truePeak: Peak {
    interpolatedPeak.value > samplePeak.value ? interpolatedPeak : samplePeak
  }

  /// Takes in the next samples of one channel, at most `maximumRun`.
  ///
  /// - Parameter startFrame: The position of the first of them.
  mutating func process(_ samples: UnsafeBufferPointer<Float>, channel: Int, startFrame: Int) {
    precondition(samples.count <= Self.maximumRun)
    let filled = gather(samples, channel: channel)
    findExtremes(count: filled)
    let origin = startFrame - Self.historyLength
    meterSamples(count: filled, origin: origin)
    if oversampling > 1 { interpolate(count: samples.count, origin: origin) }
  }

  /// Takes in that silence follows, so that the points around the last samples are measured.
  mutating func finish(frameCount: Int) {
    let silence = [Float](repeating: 0, count: TruePeakInterpolator.half)
    for channel in 0..<history.count / Self.historyLength {
      silence.withUnsafeBufferPointer {
        process($0, channel: channel, startFrame: frameCount)
      }
    }
    interpolatedPeak.frame = min(interpolatedPeak.frame, max(frameCount - 1, 0))
  }

  // MARK: - Samples

  /// Puts history and samples in a row and keeps the new history; the number of samples in the row.
  private mutating func gather(_ samples: UnsafeBufferPointer<Float>, channel: Int) -> Int {
    let length = Self.historyLength
    let filled = length + samples.count
    scratch.withUnsafeMutableBufferPointer { row in
      history.withUnsafeMutableBufferPointer { history in
        let past = UnsafeMutableBufferPointer(
          rebasing: history[(channel * length)...].prefix(length))
        _ = row.update(fromContentsOf: past)
        _ = UnsafeMutableBufferPointer(rebasing: row[length...]).update(fromContentsOf: samples)
        _ = past.update(fromContentsOf: row[(filled - length)..<filled])
      }
      let end = min((filled / Self.cell + Self.reach) * Self.cell, row.count)
      row[filled..<end].update(repeating: 0)
    }
    return filled
  }

  /// The lowest and highest sample of every cell. Zeros behind the end only widen the bound.
  private mutating func findExtremes(count: Int) {
    let cells = count / Self.cell + Self.reach
    scratch.withUnsafeBytes { row in
      lows.withUnsafeMutableBufferPointer { lows in
        highs.withUnsafeMutableBufferPointer { highs in
          for cell in 0..<cells {
            let offset = cell * Self.cell * 4
            var low = row.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
            let other = row.loadUnaligned(fromByteOffset: offset + 32, as: SIMD8<Float>.self)
            var high = low
            low.replace(with: other, where: other .< low)
            high.replace(with: other, where: other .> high)
            lows[cell] = lowest(low)
            highs[cell] = highest(high)
          }
        }
      }
    }
  }

  private mutating func meterSamples(count: Int, origin: Int) {
    let cells = (count + Self.cell - 1) / Self.cell
    for cell in 0..<cells {
      let largest = max(-lows[cell], highs[cell])
      let first = cell * Self.cell
      if largest > samplePeak.value
        || (largest == samplePeak.value && origin + first < samplePeak.frame)
      {
        for i in first..<min(first + Self.cell, count) where i + origin >= 0 {
          samplePeak.raise(to: abs(scratch[i]), at: origin + i)
        }
      }
      if largest >= Self.clippingLevel {
        for i in max(
          first, Self.historyLength)..<max(min(first + Self.cell, count), Self.historyLength)
        where abs(scratch[i]) >= Self.clippingLevel { clippedSampleCount += 1 }
      }
    }
  }

  // MARK: - Between samples

  /// Measures the `count` gaps of which the first lies between samples 11 and 12 of the row.
  private mutating func interpolate(count: Int, origin: Int) {
    var first = 0
    while first < count {
      let cell = first / Self.cell
      if mayReachPeak(cell) {
        // The last outputs are taken from a vector that begins earlier: measured twice, for the
        // samples behind the row's end are not known yet.
        for start in [first, first + 8] where start < count {
          if count >= 8 {
            meterGaps(from: min(start, count - 8), origin: origin)
          } else {
            for gap in start..<count { meterGap(gap, origin: origin) }
          }
        }
      }
      first += Self.cell
    }
  }

  /// Whether a point between samples, in the gaps of this cell, can be as high as the peak so far.
  private func mayReachPeak(_ cell: Int) -> Bool {
    let low = min(lows[cell], min(lows[cell + 1], lows[cell + 2]))
    let high = max(highs[cell], max(highs[cell + 1], highs[cell + 2]))
    guard low < 0 || high > 0 else { return false }
    let middle = (low / 2 + high / 2)
    let radius = (high / 2 - low / 2)
    let bound = (abs(middle) + radius * interpolator.gain) * Self.margin
    return !(bound < max(samplePeak.value, interpolatedPeak.value))
  }

  /// Measures eight gaps; looks at them one by one only when a new peak is among them.
  private mutating func meterGaps(from first: Int, origin: Int) {
    let isQuartered = oversampling == 4
    let largest = scratch.withUnsafeBytes { row in
      taps.withUnsafeBufferPointer { taps in
        var even = SIMD8<Float>()
        var odd = SIMD8<Float>()
        var middle = SIMD8<Float>()
        for k in 0..<TruePeakInterpolator.half {
          let a = row.loadUnaligned(fromByteOffset: 4 * (first + k), as: SIMD8<Float>.self)
          let b = row.loadUnaligned(
            fromByteOffset: 4 * (first + TruePeakInterpolator.tapCount - 1 - k),
            as: SIMD8<Float>.self)
          let sum = a + b
          middle += taps[3 * k + 2] * sum
          if isQuartered {
            even += taps[3 * k] * sum
            odd += taps[3 * k + 1] * (a - b)
          }
        }
        var largest = magnitude(middle)
        let quarters = magnitude(even) + magnitude(odd)
        largest.replace(with: quarters, where: quarters .> largest)
        return highest(largest)
      }
    }
    let peak = interpolatedPeak
    let mayTie = largest == peak.value && origin + first < peak.frame
    if largest > samplePeak.value, largest > peak.value || mayTie {
      for gap in first..<(first + 8) { meterGap(gap, origin: origin) }
    }
  }

  /// The same for one gap, in the same order of operations, with the frame.
  private mutating func meterGap(_ gap: Int, origin: Int) {
    var even: Float = 0
    var odd: Float = 0
    var middle: Float = 0
    for (k, tap) in interpolator.taps.enumerated() {
      let (a, b) = (scratch[gap + k], scratch[gap + TruePeakInterpolator.tapCount - 1 - k])
      middle += tap.middle * (a + b)
      even += tap.even * (a + b)
      odd += tap.odd * (a - b)
    }
    let frame = max(origin + gap + TruePeakInterpolator.half - 1, 0)
    interpolatedPeak.raise(to: abs(middle), at: frame)
    guard oversampling == 4 else { return }
    // The first quarter is p + q: the larger one when p and q have the same sign.
    let isFirst = (even < 0) == (odd < 0)
    interpolatedPeak.raise(to: abs(even) + abs(odd), at: isFirst ? frame : frame + 1)
  }
}

// MARK: - Lanes

@inline(__always)
private func magnitude(_ v: SIMD8<Float>) -> SIMD8<Float> {
  unsafeBitCast(
    unsafeBitCast(v, to: SIMD8<UInt32>.self) & SIMD8(repeating: 0x7FFF_FFFF),
    to: SIMD8<Float>.self)
}

@inline(__always)
private func highest(_ v: SIMD8<Float>) -> Float {
  var four = v.lowHalf
  four.replace(with: v.highHalf, where: v.highHalf .> four)
  var two = four.lowHalf
  two.replace(with: four.highHalf, where: four.highHalf .> two)
  return two[0] > two[1] ? two[0] : two[1]
}

@inline(__always)
private func lowest(_ v: SIMD8<Float>) -> Float {
  var four = v.lowHalf
  four.replace(with: v.highHalf, where: v.highHalf .< four)
  var two = four.lowHalf
  two.replace(with: four.highHalf, where: four.highHalf .< two)
  return two[0] < two[1] ? two[0] : two[1]
}

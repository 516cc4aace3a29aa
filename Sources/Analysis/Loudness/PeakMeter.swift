/// The highest sample and the highest point between samples, over all channels, with their frames.
///
/// Interpolates four times below 96 kHz and twice from there on. BS.1770-4 asks for at least
/// 192 kHz, which a file may have by itself; but crests lie between its samples too, and a sine of a
/// quarter of the rate would read 3 dB low.
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

  /// Full scale: the largest positive value of 16 bits, 1 − 2⁻¹⁵.
  static let clippingLevel: Float = 32_767 / 32_768
  /// So many samples in a row at full scale or beyond count as clipped. One or two are the crest of
  /// a signal that was brought to full scale and fits.
  static let clippedRunLength = 3
  /// The most frames that `process` takes at once.
  static let maximumRun = 4096

  private(set) var samplePeak = Peak()
  private(set) var clippedSampleCount = 0
  private var interpolatedPeak = Peak()

  private let oversampling: Int
  private let interpolator: TruePeakInterpolator
  private let taps: [SIMD8<Float>]
  /// Per channel, how many samples at full scale come before the run at hand without a break.
  private var fullScaleRuns: [Int]
  /// Per channel, the last samples before the run at hand.
  private var history: [Float]
  /// The history and the run, and zeros up to a whole cell.
  private var scratch: [Float]
  private var lows: [Float]
  private var highs: [Float]

  private let historyLength: Int
  /// The samples whose extremes are kept together.
  private static let cell = 16
  /// The cells that the filters of the outputs of one cell reach over.
  private let reach: Int
  /// Rounding of 24 products is below 1e-5 of their magnitude.
  private static let margin: Float = 1.000_01

  init(sampleRate: Int, channelCount: Int) {
    oversampling = sampleRate < 96_000 ? 4 : 2
    interpolator = TruePeakInterpolator(oversampling: oversampling)
    historyLength = interpolator.tapCount - 1
    reach = divideRoundingUp(Self.cell + historyLength, by: Self.cell)
    taps = interpolator.taps.flatMap {
      [SIMD8(repeating: $0.even), SIMD8(repeating: $0.odd), SIMD8(repeating: $0.middle)]
    }
    fullScaleRuns = [Int](repeating: 0, count: channelCount)
    history = [Float](repeating: 0, count: channelCount * historyLength)
    let cells = (historyLength + Self.maximumRun) / Self.cell + 1 + reach
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
    let origin = startFrame - historyLength
    meterSamples(count: filled, origin: origin)
    countClippedSamples(count: filled, channel: channel)
    interpolate(count: samples.count, origin: origin)
  }

  /// Takes in that silence follows, so that the points around the last samples are measured.
  mutating func finish(frameCount: Int) {
    let silence = [Float](repeating: 0, count: interpolator.half)
    for channel in fullScaleRuns.indices {
      silence.withUnsafeBufferPointer {
        process($0, channel: channel, startFrame: frameCount)
      }
    }
    interpolatedPeak.frame = min(interpolatedPeak.frame, max(frameCount - 1, 0))
  }

  // MARK: - Samples

  /// Puts history and samples in a row and keeps the new history; the number of samples in the row.
  private mutating func gather(_ samples: UnsafeBufferPointer<Float>, channel: Int) -> Int {
    let length = historyLength
    let filled = length + samples.count
    scratch.withUnsafeMutableBufferPointer { row in
      history.withUnsafeMutableBufferPointer { history in
        let past = UnsafeMutableBufferPointer(
          rebasing: history[(channel * length)...].prefix(length))
        _ = row.update(fromContentsOf: past)
        _ = UnsafeMutableBufferPointer(rebasing: row[length...]).update(fromContentsOf: samples)
        _ = past.update(fromContentsOf: row[(filled - length)..<filled])
      }
      let end = min((filled / Self.cell + reach) * Self.cell, row.count)
      row[filled..<end].update(repeating: 0)
    }
    return filled
  }

  /// The lowest and highest sample of every cell. Zeros behind the end only widen the bound.
  private mutating func findExtremes(count: Int) {
    let cells = count / Self.cell + reach
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
    }
  }

  /// Counts the new samples that stand in runs at full scale; a run may have begun in an earlier
  /// call. A cell below full scale costs one comparison.
  private mutating func countClippedSamples(count: Int, channel: Int) {
    var run = fullScaleRuns[channel]
    var first = historyLength
    while first < count {
      let cell = first / Self.cell
      let end = min((cell + 1) * Self.cell, count)
      if max(-lows[cell], highs[cell]) < Self.clippingLevel {
        run = 0
      } else {
        for i in first..<end {
          run = abs(scratch[i]) >= Self.clippingLevel ? run + 1 : 0
          if run == Self.clippedRunLength {
            clippedSampleCount += run
          } else if run > Self.clippedRunLength {
            clippedSampleCount += 1
          }
        }
      }
      first = end
    }
    fullScaleRuns[channel] = run
  }

  // MARK: - Between samples

  /// Measures the `count` gaps of which the first lies in the middle of the filter's first place.
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
    var (low, high) = (lows[cell], highs[cell])
    for next in (cell + 1)..<(cell + reach) {
      low = min(low, lows[next])
      high = max(high, highs[next])
    }
    guard low < 0 || high > 0 else { return false }
    let middle = (low / 2 + high / 2)
    let radius = (high / 2 - low / 2)
    let bound = (abs(middle) + radius * interpolator.gain) * Self.margin
    return !(bound < max(samplePeak.value, interpolatedPeak.value))
  }

  /// Measures eight gaps; looks at them one by one only when a new peak is among them.
  private mutating func meterGaps(from first: Int, origin: Int) {
    let isQuartered = oversampling == 4
    let (half, last) = (interpolator.half, interpolator.tapCount - 1)
    let largest = scratch.withUnsafeBytes { row in
      taps.withUnsafeBufferPointer { taps in
        var even = SIMD8<Float>()
        var odd = SIMD8<Float>()
        var middle = SIMD8<Float>()
        for k in 0..<half {
          let a = row.loadUnaligned(fromByteOffset: 4 * (first + k), as: SIMD8<Float>.self)
          let b = row.loadUnaligned(
            fromByteOffset: 4 * (first + last - k), as: SIMD8<Float>.self)
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
      let (a, b) = (scratch[gap + k], scratch[gap + historyLength - k])
      middle += tap.middle * (a + b)
      even += tap.even * (a + b)
      odd += tap.odd * (a - b)
    }
    let frame = max(origin + gap + interpolator.half - 1, 0)
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

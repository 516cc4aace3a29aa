import Decoders
import Glibc

/// Draws the outline of a piece, block by block, in memory that does not grow with its length.
public struct WaveformTracer {
  private var low: [Float] = []
  private var mid: [Float] = []
  private var high: [Float] = []
  private var peaks: (low: Float, mid: Float, high: Float) = (0, 0, 0)
  private var filters: [BandSplit]
  private let sampleRate: Int
  /// How many times neighbouring columns were made one.
  private var halvings = 0
  private var framesDone = 0
  private var columnEnd: Int

  /// Channels beyond these are left out: an outline needs no more.
  private static let channelLimit = 2

  public init(format: AudioFormat) {
    sampleRate = format.sampleRate
    let split = BandSplit(sampleRate: Double(format.sampleRate))
    filters = Array(repeating: split, count: min(format.channelCount, Self.channelLimit))
    columnEnd = Self.end(ofColumn: 0, sampleRate: format.sampleRate, halvings: 0)
  }

  /// - Parameter block: The next audio, of the tracer's format.
  public mutating func process(_ block: PCMBuffer) {
    var start = 0
    while start < block.frameCount {
      let end = min(block.frameCount, start + columnEnd - framesDone)
      for channel in filters.indices {
        block.withChannel(channel) { samples in
          filters[channel].process(UnsafeBufferPointer(rebasing: samples[start..<end]), &peaks)
        }
      }
      framesDone += end - start
      start = end
      if framesDone == columnEnd { closeColumn() }
    }
  }

  /// The outline of all that came; a last column that was begun counts.
  public consuming func finish() -> WaveformOutline {
    if framesDone > Self.end(ofColumn: low.count - 1, sampleRate: sampleRate, halvings: halvings) {
      closeColumn()
    }
    return WaveformOutline(
      rate: WaveformOutline.usualRate / Double(1 << halvings), low: low.map(Self.byte),
      mid: mid.map(Self.byte), high: high.map(Self.byte))
  }

  private mutating func closeColumn() {
    low.append(peaks.low)
    mid.append(peaks.mid)
    high.append(peaks.high)
    peaks = (0, 0, 0)
    if low.count == WaveformOutline.columnLimit {
      low = Self.halved(low)
      mid = Self.halved(mid)
      high = Self.halved(high)
      halvings += 1
    }
    columnEnd = Self.end(ofColumn: low.count, sampleRate: sampleRate, halvings: halvings)
  }

  /// The first frame behind a column; 0 for column −1.
  private static func end(ofColumn column: Int, sampleRate: Int, halvings: Int) -> Int {
    let perSecond = Int(WaveformOutline.usualRate)
    return ((column + 1) * (sampleRate << halvings) + perSecond - 1) / perSecond
  }

  private static func halved(_ columns: [Float]) -> [Float] {
    stride(from: 0, to: columns.count, by: 2).map { max(columns[$0], columns[$0 + 1]) }
  }

  private static func byte(_ peak: Float) -> UInt8 {
    UInt8((255 * min(peak, 1).squareRoot()).rounded())
  }
}

/// Parts a signal in three by filters of first order, two in a row, and keeps the peaks.
private struct BandSplit {
  /// What the filters hold back: below the bass edge twice, above the treble edge twice, and for
  /// the middle once each.
  private var bass: (Float, Float) = (0, 0)
  private var treble: (Float, Float) = (0, 0)
  private var middle: (Float, Float) = (0, 0)
  private let bassWeight, bassEnd, trebleWeight, trebleStart: Float

  /// Below which the bass is, from where to where the middle is, and above which the treble is.
  private static let bassEdgeHz = 150.0
  private static let middleHz = 250.0...2500.0
  private static let trebleEdgeHz = 4000.0

  init(sampleRate: Double) {
    let weight = { (edge: Double) in Float(1 - exp(-2 * .pi * edge / sampleRate)) }
    bassWeight = weight(Self.bassEdgeHz)
    bassEnd = weight(Self.middleHz.lowerBound)
    trebleStart = weight(Self.middleHz.upperBound)
    trebleWeight = weight(Self.trebleEdgeHz)
  }

  mutating func process(
    _ samples: UnsafeBufferPointer<Float>, _ peaks: inout (low: Float, mid: Float, high: Float)
  ) {
    var (bass, middle, treble) = (bass, middle, treble)
    var (low, mid, high) = peaks
    for sample in samples {
      bass.0 += bassWeight * (sample - bass.0)
      bass.1 += bassWeight * (bass.0 - bass.1)
      middle.0 += bassEnd * (sample - middle.0)
      middle.1 += trebleStart * (sample - middle.0 - middle.1)
      treble.0 += trebleWeight * (sample - treble.0)
      let above = sample - treble.0
      treble.1 += trebleWeight * (above - treble.1)
      low = max(low, abs(bass.1))
      mid = max(mid, abs(middle.1))
      high = max(high, abs(above - treble.1))
    }
    (self.bass, self.middle, self.treble) = (bass, middle, treble)
    peaks = (low, mid, high)
  }
}

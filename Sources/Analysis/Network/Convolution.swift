/// A layer that makes each frame of its output channels from weighted sums of input frames.
///
/// A sum runs over *taps* and, at each tap, over a number of rows at equal distances. What a tap
/// is, its caller says by an offset: another frame for a convolution in time, another group of rows
/// for one over frequency, the same place for a layer without neighbours; so one inner loop serves
/// all layers.
///
/// Eight frames of six outputs are computed together: twelve registers of four numbers for sums, and
/// four for the rest, are what x86-64 has.
struct Convolution: Sendable {
  static let framesTogether = 8
  private static let outputsTogether = 6

  let outputCount: Int
  let tapCount: Int
  let rowCount: Int

  /// For each six outputs, tap and row the six weights, each four times over, ready to be multiplied
  /// with four frames.
  private let weights: [SIMD4<Float>]
  private let biases: [Float]

  /// - Parameters:
  ///   - biases: One for each output.
  ///   - rowCount: The rows at each tap.
  ///   - weight: The weight of an output, tap and row.
  init(
    biases: [Float], tapCount: Int, rowCount: Int,
    weight: (_ output: Int, _ tap: Int, _ row: Int) -> Float
  ) {
    let outputCount = biases.count
    let groups = stride(from: 0, to: outputCount, by: Self.outputsTogether)
    var weights: [SIMD4<Float>] = []
    for first in groups {
      for tap in 0..<tapCount {
        for row in 0..<rowCount {
          for output in first..<(first + Self.outputsTogether) {
            weights.append(
              SIMD4(repeating: output < outputCount ? weight(output, tap, row) : 0))
          }
        }
      }
    }
    self.weights = weights
    self.biases = biases + [Float](repeating: 0, count: Self.outputsTogether)
    self.outputCount = outputCount
    self.tapCount = tapCount
    self.rowCount = rowCount
  }

  /// Computes frames of all outputs.
  ///
  /// - Parameters:
  ///   - input: The first frame of the first row.
  ///   - taps: Where each tap's rows begin, from there.
  ///   - frameCount: Rounded up to a multiple of eight: input and output have room for that.
  ///   - sum: What is added to each output, row by row; nil for nothing.
  ///   - isRectified: Whether what is below zero becomes zero.
  func apply(
    to input: ChannelRows, taps: [Int], frameCount: Int, adding sum: ChannelRows? = nil,
    isRectified: Bool = false, into output: ChannelRows
  ) {
    precondition(taps.count == tapCount)
    let weightsPerGroup = tapCount * rowCount * Self.outputsTogether
    weights.withUnsafeBufferPointer { weights in
      taps.withUnsafeBufferPointer { taps in
        guard var groupWeights = weights.baseAddress else { return }
        for first in stride(from: 0, to: outputCount, by: Self.outputsTogether) {
          for frame in stride(from: 0, to: frameCount, by: Self.framesTogether) {
            var sums = initialSums(first)
            accumulate(input, frame: frame, taps: taps, weights: groupWeights, into: &sums)
            store(sums, first, frame, adding: sum, isRectified: isRectified, into: output)
          }
          groupWeights += weightsPerGroup
        }
      }
    }
  }

  /// Eight frames of six outputs.
  private typealias Sums = (
    SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>
  )

  @inline(__always)
  private func initialSums(_ first: Int) -> Sums {
    (
      SIMD8(repeating: biases[first]), SIMD8(repeating: biases[first + 1]),
      SIMD8(repeating: biases[first + 2]), SIMD8(repeating: biases[first + 3]),
      SIMD8(repeating: biases[first + 4]), SIMD8(repeating: biases[first + 5])
    )
  }

  @inline(__always)
  private func accumulate(
    _ input: ChannelRows, frame: Int, taps: UnsafeBufferPointer<Int>,
    weights: UnsafePointer<SIMD4<Float>>, into sums: inout Sums
  ) {
    var (a, b, c, d, e, f) = sums
    var weight = weights
    let rowStep = 4 * input.stride
    for tap in taps {
      var row = UnsafeRawPointer(input.first + (tap + frame))
      for _ in 0..<rowCount {
        let x = row.loadUnaligned(as: SIMD8<Float>.self)
        a += x * twice(weight[0])
        b += x * twice(weight[1])
        c += x * twice(weight[2])
        d += x * twice(weight[3])
        e += x * twice(weight[4])
        f += x * twice(weight[5])
        weight += Self.outputsTogether
        row += rowStep
      }
    }
    sums = (a, b, c, d, e, f)
  }

  @inline(__always)
  private func twice(_ weight: SIMD4<Float>) -> SIMD8<Float> {
    SIMD8(lowHalf: weight, highHalf: weight)
  }

  @inline(__always)
  private func store(
    _ sums: Sums, _ first: Int, _ frame: Int, adding sum: ChannelRows?, isRectified: Bool,
    into output: ChannelRows
  ) {
    withUnsafeBytes(of: sums) { sums in
      for index in 0..<min(Self.outputsTogether, outputCount - first) {
        let row = first + index
        var value = sums.load(fromByteOffset: 32 * index, as: SIMD8<Float>.self)
        if let sum {
          let old = UnsafeRawPointer(sum.advanced(byRows: row).first + frame)
          value += old.loadUnaligned(as: SIMD8<Float>.self)
        }
        if isRectified { value.replace(with: 0, where: value .< 0) }
        UnsafeMutableRawPointer(output.advanced(byRows: row).first + frame)
          .storeBytes(of: value, as: SIMD8<Float>.self)
      }
    }
  }
}

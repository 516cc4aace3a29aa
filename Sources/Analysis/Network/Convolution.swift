import CKernels

/// A layer that makes each frame of its output channels from weighted sums of input frames.
///
/// A sum runs over *taps* and, at each tap, over a number of rows at equal distances. What a tap
/// is, its caller says by an offset: another frame for a convolution in time, another group of rows
/// for one over frequency, the same place for a layer without neighbours; so one inner loop serves
/// all layers.
struct Convolution: Sendable {
  static let framesTogether = mucat_lanes
  private static let outputsTogether = mucat_outputs

  let outputCount: Int
  let tapCount: Int
  let rowCount: Int

  /// For each six outputs, tap and row the six weights.
  private let weights: [Float]
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
    var weights: [Float] = []
    for first in groups {
      for tap in 0..<tapCount {
        for row in 0..<rowCount {
          for output in first..<(first + Self.outputsTogether) {
            weights.append(output < outputCount ? weight(output, tap, row) : 0)
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
    let together = Self.framesTogether
    let frameCount = (frameCount + together - 1) / together * together
    let weightsPerGroup = tapCount * rowCount * Self.outputsTogether
    weights.withUnsafeBufferPointer { weights in
      biases.withUnsafeBufferPointer { biases in
        taps.withUnsafeBufferPointer { taps in
          guard var groupWeights = weights.baseAddress, let biases = biases.baseAddress else {
            return
          }
          for first in stride(from: 0, to: outputCount, by: Self.outputsTogether) {
            var group = mucat_convolution(
              weights: groupWeights, biases: biases + first, taps: taps.baseAddress,
              tap_count: tapCount, row_count: rowCount,
              output_count: min(Self.outputsTogether, outputCount - first),
              is_rectified: isRectified ? 1 : 0)
            mucat_convolve(
              &group, mucat_rows(input), frameCount,
              mucat_rows(sum?.advanced(byRows: first)), mucat_rows(output.advanced(byRows: first)))
            groupWeights += weightsPerGroup
          }
        }
      }
    }
  }
}

extension mucat_rows {
  fileprivate init(_ rows: ChannelRows?) {
    self.init(first: rows?.first, stride: rows?.stride ?? 0)
  }
}

@testable import Analysis

/// The key network by its definition: one pass over the whole, layer by layer, in double precision.
struct SlowKeyNetwork {
  let file: WeightFile

  /// `[pitch class][channel][frame]`.
  private typealias Rows = [[[Double]]]

  /// `[frame][key]` for `[frame][note][channel]`.
  func scores(of features: [Float]) -> [[Double]] {
    let frameCount = features.count / KeyFeatures.valuesPerFrame
    guard frameCount > 0 else { return [] }
    let chord = around(fold(features, frameCount), "chord")
    let out = overTime(around(overTime(chord, "time", isRectified: true), "scale"), "out")
    return (0..<frameCount).map { frame in
      (0..<24).map { key in out[(key % 12 + 9) % 12][key / 12][frame] }
    }
  }

  private func fold(_ features: [Float], _ frameCount: Int) -> Rows {
    let (weights, biases) = parameters("fold")
    return (0..<12).map { pitchClass in
      biases.indices.map { output in
        (0..<frameCount).map { frame in
          var sum = biases[output]
          for channel in 0..<6 {
            for octave in 0..<6 {
              let note = 12 * octave + pitchClass
              sum +=
                weights[(output * 6 + channel) * 6 + octave]
                * Double(features[(frame * 72 + note) * 6 + channel])
            }
          }
          return max(0, sum)
        }
      }
    }
  }

  /// Over the twelve intervals above each pitch class.
  private func around(_ input: Rows, _ name: String) -> Rows {
    let (weights, biases) = parameters(name)
    return (0..<12).map { pitchClass in
      biases.indices.map { output in
        input[0][0].indices.map { frame in
          var sum = biases[output]
          for channel in input[0].indices {
            for interval in 0..<12 {
              sum +=
                weights[(output * input[0].count + channel) * 12 + interval]
                * input[(pitchClass + interval) % 12][channel][frame]
            }
          }
          return max(0, sum)
        }
      }
    }
  }

  private func overTime(_ input: Rows, _ name: String, isRectified: Bool = false) -> Rows {
    let (weights, biases) = parameters(name)
    let taps = file.tensors["\(name).weight"]!.shape[2]
    return input.map { rows in
      biases.indices.map { output in
        rows[0].indices.map { frame in
          var sum = biases[output]
          for (channel, row) in rows.enumerated() {
            for tap in 0..<taps where row.indices.contains(frame + tap - taps / 2) {
              sum +=
                weights[(output * rows.count + channel) * taps + tap]
                * row[frame + tap - taps / 2]
            }
          }
          return isRectified ? max(0, sum) : sum
        }
      }
    }
  }

  private func parameters(_ name: String) -> (weights: [Double], biases: [Double]) {
    (
      file.tensors["\(name).weight"]!.values.map { Double($0) },
      file.tensors["\(name).bias"]!.values.map { Double($0) }
    )
  }
}

import Glibc

@testable import Analysis

/// The network by its definition: whole rows, layer by layer, in double precision.
struct SlowNetwork {
  let file: WeightFile
  let bandCount: Int

  private typealias Rows = [[Double]]

  private func values(_ name: String) -> [Double] {
    file.tensors[name]!.values.map { Double($0) }
  }

  private func shape(_ name: String) -> [Int] { file.tensors[name]!.shape }

  /// For each frame the probabilities of beat, downbeat, vocal, drum, bass, other.
  func probabilities(of features: [Float]) -> [[Double]] {
    let frameCount = features.count / bandCount
    var rows = front(features, frameCount)
    var block = 0
    while file.tensors["block\(block).mix.weight"] != nil {
      let near = convolved(rows, "block\(block).near", dilation: 1 << block)
      let far = convolved(rows, "block\(block).far", dilation: 2 << block)
      let mixed = convolved(rectified(near + far), "block\(block).mix", dilation: 1)
      for (channel, row) in mixed.enumerated() {
        for frame in row.indices { rows[channel][frame] += row[frame] }
      }
      block += 1
    }
    let logits =
      convolved(rectified(rows), "beat", dilation: 1)
      + convolved(rectified(rows), "activity", dilation: 1)
    return (0..<frameCount).map { frame in logits.map { 1 / (1 + exp(-$0[frame])) } }
  }

  /// Levels and rises, scaled; then shapes in the spectrum, and what they are in all.
  private func front(_ features: [Float], _ frameCount: Int) -> Rows {
    let (scale, offset) = (values("input.scale"), values("input.offset"))
    func level(_ frame: Int, _ band: Int) -> Double {
      frame < 0 ? 0 : Double(features[frame * bandCount + band])
    }
    func input(_ channel: Int, _ frame: Int, _ band: Int) -> Double {
      guard (0..<frameCount).contains(frame) else { return 0 }
      let rise = max(0, level(frame, band) - level(frame - 2, band))
      return scale[channel] * (channel == 0 ? level(frame, band) : rise) + offset[channel]
    }
    let (weights, biases) = (values("front.weight"), values("front.bias"))
    var rows: Rows = []
    for filter in biases.indices {
      for place in 0...(bandCount - 6) / 3 {
        rows.append(
          (0..<frameCount).map { frame in
            var sum = biases[filter]
            for channel in 0..<2 {
              for band in 0..<6 {
                for tap in 0..<3 {
                  sum +=
                    weights[((filter * 2 + channel) * 6 + band) * 3 + tap]
                    * input(channel, frame + tap - 1, 3 * place + band)
                }
              }
            }
            return sum
          })
      }
    }
    return rectified(convolved(rectified(rows), "project", dilation: 1))
  }

  private func convolved(_ input: Rows, _ name: String, dilation: Int) -> Rows {
    let (weights, biases) = (values("\(name).weight"), values("\(name).bias"))
    let taps = shape("\(name).weight").count == 3 ? shape("\(name).weight")[2] : 1
    return biases.indices.map { output in
      (input.first ?? []).indices.map { frame in
        var sum = biases[output]
        for (channel, row) in input.enumerated() {
          for tap in 0..<taps {
            let place = frame + (tap - taps / 2) * dilation
            guard row.indices.contains(place) else { continue }
            sum += weights[(output * input.count + channel) * taps + tap] * row[place]
          }
        }
        return sum
      }
    }
  }

  private func rectified(_ rows: Rows) -> Rows { rows.map { $0.map { max(0, $0) } } }
}

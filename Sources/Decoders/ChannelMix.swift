/// How the channels of one layout become those of another: a weight for every pair.
///
/// A loudspeaker that both layouts have passes as it is. What has no counterpart goes to its
/// neighbours: surrounds to the side ones or the back ones, else to the front of their side at
/// −3 dB; the center to left and right at −3 dB each (ITU-R BS.775-3, Table 2); mono to left and
/// right as it is. Mono is the mean of left and right. The low-frequency channel and the ceiling
/// are left out. Where a position is unknown, channels keep their place as far as there is one.
struct ChannelMix: Hashable {
  /// One row per channel of the target, one weight per channel of the source.
  let rows: [[Float]]

  private typealias Position = ChannelLayout.Position

  init(from source: ChannelLayout, to target: ChannelLayout) {
    let (inputs, outputs) = (source.positions, target.positions)
    if inputs == outputs || inputs.contains(.unknown) || outputs.contains(.unknown) {
      rows = outputs.indices.map { row in inputs.indices.map { $0 == row ? 1 : 0 } }
    } else if outputs == [.mono] || outputs == [.center] {
      let pair = Self.rows(from: inputs, to: [.left, .right])
      rows = [inputs.indices.map { (pair[0][$0] + pair[1][$0]) / 2 }]
    } else {
      rows = Self.rows(from: inputs, to: outputs)
    }
  }

  private static func rows(from inputs: [Position], to outputs: [Position]) -> [[Float]] {
    var rows = [[Float]](
      repeating: [Float](repeating: 0, count: inputs.count), count: outputs.count)
    for (column, input) in inputs.enumerated() {
      // The first way whose loudspeakers are all there.
      let way = ways(input).first { $0.positions.allSatisfy(outputs.contains) }
      for position in way?.positions ?? [] {
        if let row = outputs.firstIndex(of: position) { rows[row][column] = way?.weight ?? 0 }
      }
    }
    return rows
  }

  private static let minus3dB: Float = 0.707_106_77

  private static func ways(_ input: Position) -> [(positions: [Position], weight: Float)] {
    let exact = ([input], Float(1))
    switch input {
    case .mono: return [exact, ([.left, .right], 1), ([.center], 1)]
    case .left, .right: return [exact, ([.mono], 0.5), ([.center], minus3dB)]
    case .center: return [exact, ([.left, .right], minus3dB)]
    case .leftSurround: return [exact, ([.leftSide], 1), ([.left], minus3dB)]
    case .rightSurround: return [exact, ([.rightSide], 1), ([.right], minus3dB)]
    case .leftSide: return [exact, ([.leftSurround], 1), ([.left], minus3dB)]
    case .rightSide: return [exact, ([.rightSurround], 1), ([.right], minus3dB)]
    case .centerSurround:
      return [
        exact, ([.leftSurround, .rightSurround], minus3dB), ([.leftSide, .rightSide], minus3dB),
        ([.left, .right], 0.5),
      ]
    case .leftCenter: return [exact, ([.left], 1)]
    case .rightCenter: return [exact, ([.right], 1)]
    case .lowFrequency, .top, .unknown: return [exact]
    }
  }
}

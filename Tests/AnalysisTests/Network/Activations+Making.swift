import Glibc

@testable import Analysis

extension Activations {
  /// Activations that are nearly certain: 1 where `isActive`, else 0.
  static func made(frameCount: Int, isActive: (Channel, Int) -> Bool) -> Activations {
    let buffer = ChannelBuffer(rowCount: Channel.allCases.count, frameCount: max(1, frameCount))
    for channel in Channel.allCases {
      let row = buffer.rows.advanced(byRows: channel.rawValue).first
      for frame in 0..<frameCount { row[frame] = isActive(channel, frame) ? 100 : -100 }
    }
    var result = Activations()
    result.append(logits: buffer.rows, frameCount: frameCount)
    return result
  }
}

import Decoders

/// A WAV file of 16-bit samples in memory: what every browser plays.
struct WaveBytes {
  private let format: AudioFormat
  private var bytes = [UInt8](repeating: 0, count: Self.headerLength)

  private static let headerLength = 44

  init(format: AudioFormat) {
    self.format = format
  }

  var count: Int { bytes.count }
  var frameCount: Int { (bytes.count - Self.headerLength) / (2 * format.channelCount) }

  /// Adds a block; what is beyond full scale is cut to it.
  mutating func append(_ block: PCMBuffer) {
    let channels = format.channelCount
    let start = bytes.count
    bytes += [UInt8](repeating: 0, count: 2 * channels * block.frameCount)
    for channel in 0..<channels {
      block.withChannel(channel) { samples in
        var place = start + 2 * channel
        for sample in samples {
          let value = UInt16(bitPattern: Int16((min(max(sample, -1), 1) * 32_767).rounded()))
          bytes[place] = UInt8(value & 0xFF)
          bytes[place + 1] = UInt8(value >> 8)
          place += 2 * channels
        }
      }
    }
  }

  /// The file, its header filled in.
  consuming func finished() -> [UInt8] {
    let channels = format.channelCount
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var header = Array("RIFF".utf8) + little(bytes.count - 8, 4) + Array("WAVEfmt ".utf8)
    header += little(16, 4) + little(1, 2) + little(channels, 2) + little(format.sampleRate, 4)
    header += little(2 * channels * format.sampleRate, 4) + little(2 * channels, 2)
    header += little(16, 2) + Array("data".utf8) + little(bytes.count - Self.headerLength, 4)
    bytes.replaceSubrange(..<Self.headerLength, with: header)
    return bytes
  }
}

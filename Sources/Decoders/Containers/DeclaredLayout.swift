/// The loudspeakers that the header of a WAV, AIFF or CAF file names.
///
/// Read here and not through libsndfile: release 1.2.0 reads beyond its own table for some layouts
/// of AIFF files (SFC_GET_CHANNEL_MAP_INFO, found with AddressSanitizer).
enum DeclaredLayout {
  /// - Returns: Nil when the header names none, or not as many as there are channels.
  static func read(
    file: InputFile, list: ChunkList, channelCount: Int
  ) throws(DecodingError) -> ChannelLayout? {
    if let format = list["fmt "] {
      let body = try file.bytes(at: format.body.lowerBound, count: min(format.body.count, 24))
      guard body.littleEndian16(at: 0) == 0xFFFE, let mask = body.littleEndian32(at: 20) else {
        return nil
      }
      return ChannelLayout(waveMask: mask, channelCount: channelCount)
    }
    guard let chunk = list["CHAN"] ?? list["chan"] else { return nil }
    let length = 12 + 20 * AudioFormat.maximumChannelCount
    let body = try file.bytes(at: chunk.body.lowerBound, count: min(chunk.body.count, length))
    return coreAudio(body, channelCount: channelCount)
  }

  /// Apple's AudioChannelLayout: a tag, a mask, and a list of labels of 20 bytes each.
  ///
  /// Source: Apple, "Core Audio Format Specification 1.0", Channel Layout Chunk.
  static func coreAudio(_ body: [UInt8], channelCount: Int) -> ChannelLayout? {
    guard let tag = body.bigEndian32(at: 0), let mask = body.bigEndian32(at: 4),
      let labelCount = body.bigEndian32(at: 8)
    else { return nil }
    if tag == useMask { return ChannelLayout(waveMask: mask, channelCount: channelCount) }
    guard tag == useLabels else {
      guard let positions = layouts[tag >> 16], positions.count == channelCount else { return nil }
      return ChannelLayout(positions)
    }
    guard labelCount == channelCount else { return nil }
    let positions = (0..<channelCount).map { index in
      body.bigEndian32(at: 12 + 20 * index).flatMap { labels[$0] } ?? .unknown
    }
    return ChannelLayout(positions, isAssumed: positions.contains(.unknown))
  }

  private static let useLabels = 0
  private static let useMask = 1 << 16

  private static let labels: [Int: ChannelLayout.Position] = [
    1: .left, 2: .right, 3: .center, 4: .lowFrequency, 5: .leftSurround, 6: .rightSurround,
    7: .leftCenter, 8: .rightCenter, 9: .centerSurround, 10: .leftSide, 11: .rightSide, 12: .top,
    13: .top, 14: .top, 15: .top, 16: .top, 17: .top, 18: .top, 33: .leftSurround,
    34: .rightSurround, 37: .lowFrequency, 42: .mono,
  ]

  /// Predefined orders, by the upper half of their tag.
  private static let layouts: [Int: [ChannelLayout.Position]] = [
    100: [.mono],
    101: [.left, .right],
    108: [.left, .right, .leftSurround, .rightSurround],
    113: [.left, .right, .center],
    114: [.center, .left, .right],
    115: [.left, .right, .center, .centerSurround],
    116: [.center, .left, .right, .centerSurround],
    117: [.left, .right, .center, .leftSurround, .rightSurround],
    118: [.left, .right, .leftSurround, .rightSurround, .center],
    119: [.left, .center, .right, .leftSurround, .rightSurround],
    120: [.center, .left, .right, .leftSurround, .rightSurround],
    121: [.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround],
    122: [.left, .right, .leftSurround, .rightSurround, .center, .lowFrequency],
    123: [.left, .center, .right, .leftSurround, .rightSurround, .lowFrequency],
    124: [.center, .left, .right, .leftSurround, .rightSurround, .lowFrequency],
    126: [
      .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftCenter,
      .rightCenter,
    ],
    128: [
      .left, .right, .center, .lowFrequency, .leftSide, .rightSide, .leftSurround, .rightSurround,
    ],
  ]
}

/// What happened while a file was decoded: how the timeline was cut, and what was wrong.
///
/// Complete only after the last block was read.
public struct DecodeReport: Hashable, Sendable {
  /// On whose word frames were cut from the head or the tail.
  public enum TrimSource: String, Hashable, Sendable, Codable {
    /// Nothing was cut.
    case none
    /// The delay and padding of a LAME or Xing header.
    case lameTag
    /// The comment in which iTunes writes priming and padding.
    case iTunSMPB
    /// The codec's usual delay, no header being present.
    case decoderDefault
    /// The edit list of an MP4 file.
    case editList
    /// A delay that the format fixes, and the count of frames in its header (Musepack).
    case decoderDelay
    /// Opus pre-skip and end granule position.
    case preSkip
    /// Granule positions: the first Ogg page's at the head, the last one's at the tail.
    case granulePosition
  }

  /// What became of the checksum over the decoded audio that the file holds.
  public enum Checksum: String, Hashable, Sendable, Codable {
    /// The audio is what was encoded.
    case matches
    /// The audio is not what was encoded.
    case differs
    /// The file could hold one and does not.
    case absent
  }

  /// The codec library that decoded, and the kind of stream ("libmpg123", "MPEG 1 layer III").
  public var decoder: String
  public var codec: String
  /// Frames delivered so far.
  public var frameCount = 0
  /// Frames cut before the first frame of music; where streams are joined, of the first one.
  public var trimmedHead = 0
  /// Frames cut behind the last frame of music; where streams are joined, of the last one.
  public var trimmedTail = 0
  public var trimSource = TrimSource.none
  /// Codec frames, packets or holes that were damaged; the decoder concealed or skipped them.
  public var corruptFrameCount = 0
  /// Frames of silence that were delivered in the place of lost audio.
  public var concealedFrameCount = 0
  /// Samples that were NaN or infinite and became 0.
  public var nonFiniteSampleCount = 0
  /// The length that the container claims, in frames; nil when it does not say.
  public var claimedFrameCount: Int?
  /// The checksum of the whole audio; nil when the format has none, and when it was not compared
  /// because the stream is damaged or was not read to its end.
  public var checksum: Checksum?
  /// Whether the stream ended before its container said it would, or in the middle of a frame.
  public var isTruncated = false
  /// Further oddities, one sentence each, in the order met; the same sentence once.
  public private(set) var warnings: [String] = []

  public init(decoder: String, codec: String) {
    self.decoder = decoder
    self.codec = codec
  }

  /// Notes an oddity, unless it was noted before or there are already many.
  public mutating func warn(_ sentence: String) {
    if warnings.count < Self.maximumWarnings, !warnings.contains(sentence) {
      warnings.append(sentence)
    }
  }

  private static let maximumWarnings = 16
}

extension DecodeReport {
  /// The report of this stream and of another that is joined to it.
  func followed(by next: DecodeReport) -> DecodeReport {
    var whole = self
    whole.trimmedTail = next.trimmedTail
    whole.corruptFrameCount += next.corruptFrameCount
    whole.concealedFrameCount += next.concealedFrameCount
    whole.isTruncated = isTruncated || next.isTruncated
    if trimSource == .none { whole.trimSource = next.trimSource }
    let checksums = [checksum, next.checksum]
    whole.checksum =
      checksums.contains(.differs)
      ? .differs : checksums.contains(nil) ? nil : checksums.contains(.absent) ? .absent : .matches
    for warning in next.warnings { whole.warn(warning) }
    return whole
  }
}

extension DecodeReport: Codable {
  private enum CodingKeys: String, CodingKey {
    case decoder, codec, frameCount, trimmedHead, trimmedTail, trimSource, corruptFrameCount
    case concealedFrameCount, nonFiniteSampleCount, claimedFrameCount, checksum, isTruncated
    case warnings
  }

  /// Members that an older version did not write have their value for "nothing met".
  public init(from decoder: any Swift.Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      decoder: try values.decode(String.self, forKey: .decoder),
      codec: try values.decode(String.self, forKey: .codec))
    func count(_ key: CodingKeys) throws -> Int {
      try values.decodeIfPresent(Int.self, forKey: key) ?? 0
    }
    frameCount = try count(.frameCount)
    trimmedHead = try count(.trimmedHead)
    trimmedTail = try count(.trimmedTail)
    trimSource = try values.decodeIfPresent(TrimSource.self, forKey: .trimSource) ?? .none
    corruptFrameCount = try count(.corruptFrameCount)
    concealedFrameCount = try count(.concealedFrameCount)
    nonFiniteSampleCount = try count(.nonFiniteSampleCount)
    claimedFrameCount = try values.decodeIfPresent(Int.self, forKey: .claimedFrameCount)
    checksum = try values.decodeIfPresent(Checksum.self, forKey: .checksum)
    isTruncated = try values.decodeIfPresent(Bool.self, forKey: .isTruncated) ?? false
    warnings = try values.decodeIfPresent([String].self, forKey: .warnings) ?? []
  }
}

/// What happened while a file was decoded: how the timeline was cut, and what was wrong.
///
/// Complete only after the last block was read.
public struct DecodeReport: Hashable, Sendable, Codable {
  /// On whose word frames were cut from the head or the tail.
  public enum TrimSource: String, Hashable, Sendable, Codable {
    /// Nothing was cut.
    case none
    /// The delay and padding of a LAME or Xing header.
    case lameTag
    /// The codec's usual delay, no header being present.
    case decoderDefault
    /// The edit list of an MP4 file.
    case editList
    /// The comment in which iTunes writes priming and padding.
    case iTunSMPB
    /// A delay that the format fixes, and the count of frames in its header (Musepack).
    case decoderDelay
    /// Opus pre-skip and end granule position.
    case preSkip
    /// The last Ogg page's granule position.
    case granulePosition
  }

  /// The codec library that decoded, and the kind of stream ("libmpg123", "MPEG 1 layer III").
  public var decoder: String
  public var codec: String
  /// Frames delivered so far.
  public var frameCount = 0
  /// Frames cut before the first frame of music.
  public var trimmedHead = 0
  /// Frames cut behind the last frame of music; 0 for Vorbis and Opus, whose libraries cut the end
  /// and do not tell how much.
  public var trimmedTail = 0
  public var trimSource = TrimSource.none
  /// Codec frames or packets that were damaged; the decoder concealed or skipped them.
  public var corruptFrameCount = 0
  /// Samples that were NaN or infinite and became 0.
  public var nonFiniteSampleCount = 0
  /// The length that the container claims, in frames; nil when it does not say.
  public var claimedFrameCount: Int?
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

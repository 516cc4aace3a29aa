/// The Xing or Info frame that begins most MP3s, as programs see it that treat it differently.
///
/// It holds no music. Decoders disagree about whether it is skipped, or decoded into silence, and
/// so about where the music begins: who writes times for another program has to know.
public struct MPEGHeaderFrame: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// Of streams of variable bit rate.
    case xing = "Xing"
    /// Of streams of constant bit rate.
    case info = "Info"
  }

  public var kind: Kind
  /// How many frames of sound a decoder makes of it that takes it for music, per channel.
  public var soundLength: Int
  /// Whether LAME itself wrote the tag in it; other writers put their names there ("Lavc").
  public var isOfLAME: Bool
  /// Whether the tag's own checksum is right: a CRC-16 over the frame up to it.
  public var isChecksumRight: Bool

  public init(kind: Kind, soundLength: Int, isOfLAME: Bool, isChecksumRight: Bool) {
    self.kind = kind
    self.soundLength = soundLength
    self.isOfLAME = isOfLAME
    self.isChecksumRight = isChecksumRight
  }

  /// - Parameter bytes: The frame from its header on.
  /// - Returns: Nil when the frame is music, or has another kind of header.
  init?(frame bytes: [UInt8], header: MPEGFrameHeader) {
    guard let info = MPEGInfoFrame(frame: bytes, header: header),
      let kind = Kind(rawValue: info.kind)
    else { return nil }
    self.kind = kind
    soundLength = header.samplesPerFrame
    let lame = Array("LAME".utf8)
    isOfLAME = bytes.firstRange(of: lame) != nil
    let place = 4 + header.sideInfoLength + Self.checksumDistance
    isChecksumRight =
      bytes.bigEndian(at: place, width: 2) == Self.checksum(bytes.prefix(place))
  }

  /// From the mark "Xing" to the checksum behind the LAME tag: what it covers ends there.
  private static let checksumDistance = 154

  /// CRC-16 with the polynomial x¹⁶ + x¹⁵ + x² + 1, bits reversed, beginning with 0 ("MP3 Info Tag
  /// revision 1", LAME project).
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
    var remainder: UInt16 = 0
    for byte in bytes {
      remainder ^= UInt16(byte)
      for _ in 0..<8 {
        remainder = remainder & 1 == 0 ? remainder >> 1 : remainder >> 1 ^ 0xA001
      }
    }
    return Int(remainder)
  }
}

extension AudioAsset {
  /// The Xing or Info frame at the head of an MP3; nil for one without, and for other formats.
  ///
  /// - Throws: What opening the file throws.
  public func mpegHeaderFrame() throws(DecodingError) -> MPEGHeaderFrame? {
    let file = try InputFile(path: path)
    guard let first = try FormatProbe(file: file).firstFrame else { return nil }
    let bytes = try file.bytes(at: first.offset, count: first.length)
    return MPEGHeaderFrame(frame: bytes, header: first.header)
  }
}

/// Finds the first frame of an MPEG audio stream, and tells a stream from bytes that look like one.
///
/// A header is only eleven set bits and a few fields: pictures and text hold such bytes by chance.
/// So a frame counts only when a chain of frames of the same stream follows it, each where the one
/// before says. Behind junk the chain must also look like the work of one encoder, and be longer for
/// layers I and II and near the start: quiet PCM holds many 0xFF bytes and passes for short frames.
struct MPEGFrameSearch {
  /// The place of the first frame, from the start of the file.
  let offset: Int
  let header: MPEGFrameHeader
  /// The length of the first frame in bytes.
  let length: Int

  /// Frames that must follow the first, by layer.
  private static func chainLength(_ header: MPEGFrameHeader) -> Int {
    header.layer == 3 ? 3 : 12
  }

  /// The same for layers I and II: what is left of a frame when a stream is cut.
  private static let maximumCut = 2048
  /// How much junk before the first frame is searched.
  static let maximumJunk = 262_144
  /// The longest frame looked for in free format, whose frames do not tell their length.
  private static let maximumFreeLength = 8192

  /// Searches `range`; nil when no stream is found within ``maximumJunk`` bytes.
  init?(file: InputFile, in range: Range<Int>) throws(DecodingError) {
    // Nearly every file begins with a frame: look there before reading more.
    for junk in [16, Self.maximumJunk] {
      // What a chain can reach behind the last place that is searched.
      let reach = 4 * Self.maximumFreeLength
      let bytes = try file.bytes(at: range.lowerBound, count: min(range.count, junk + reach))
      if let found = Self.first(in: bytes, junk: junk, isWhole: bytes.count == range.count) {
        self.init(
          offset: range.lowerBound + found.offset, header: found.header, length: found.length)
        return
      }
    }
    return nil
  }

  private init(offset: Int, header: MPEGFrameHeader, length: Int) {
    self.offset = offset
    self.header = header
    self.length = length
  }

  private static func first(in bytes: [UInt8], junk: Int, isWhole: Bool) -> MPEGFrameSearch? {
    for start in 0..<min(bytes.count, junk) where bytes[start] == 0xFF {
      guard let header = MPEGFrameHeader(bytes, at: start) else { continue }
      if header.layer != 3, start > maximumCut { continue }
      // Free format claims little: PCM with a steady pattern passes for it.
      if header.bitRate == 0, start > 0 { continue }
      guard let length = header.length ?? freeLength(bytes, header: header, at: start) else {
        continue
      }
      let isAtStart = start == 0
      if isChain(
        bytes, from: start, header: header, length: length, isStrict: !isAtStart,
        endsHere: isWhole && isAtStart)
      {
        return MPEGFrameSearch(offset: start, header: header, length: length)
      }
    }
    return nil
  }

  /// Whether frames follow each other from `start` on.
  ///
  /// - Parameters:
  ///   - isStrict: The frames must look like the work of one encoder.
  ///   - endsHere: The bytes are the whole stream and `start` is its first byte: then fewer frames
  ///     are enough if they fill it to the end.
  private static func isChain(
    _ bytes: [UInt8], from start: Int, header: MPEGFrameHeader, length: Int, isStrict: Bool,
    endsHere: Bool
  ) -> Bool {
    let freeBase = header.bitRate == 0 ? length - header.paddingLength : nil
    var place = start + length
    for _ in 0..<chainLength(header) {
      if place >= bytes.count - 3 { return endsHere && place <= bytes.count }
      guard let next = MPEGFrameHeader(bytes, at: place), next.isOfSameStream(as: header) else {
        return false
      }
      if isStrict, !next.isOfSameEncoder(as: header) { return false }
      guard let nextLength = freeBase.map({ $0 + next.paddingLength }) ?? next.length else {
        return false
      }
      place += nextLength
    }
    return true
  }

  /// The length of a free-format frame: the distance to the next header that fits.
  private static func freeLength(
    _ bytes: [UInt8], header: MPEGFrameHeader, at start: Int
  ) -> Int? {
    let last = min(start + maximumFreeLength, bytes.count - 4)
    var place = start + 24
    while place <= last {
      if bytes[place] == 0xFF, let next = MPEGFrameHeader(bytes, at: place),
        next.isOfSameStream(as: header), next.channelCount == header.channelCount
      {
        return place - start
      }
      place += 1
    }
    return nil
  }
}

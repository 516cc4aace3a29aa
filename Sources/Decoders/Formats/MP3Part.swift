/// The accounts of one stream of MPEG audio: what was promised, what came, what is cut.
struct MP3Part {
  /// The header of the last frame met.
  private(set) var header: MPEGFrameHeader
  var report: DecodeReport
  /// Frames decoded before anything is cut, with those put in the place of lost ones.
  private(set) var rawCount = 0
  /// Frames to keep back until the end is known, for they may be padding.
  let heldCount: Int
  /// The length after cutting that the first frame's header promises; nil without one.
  let claimedFrameCount: Int?

  private let claimedRawCount: Int?
  /// How far a count may be off: without a LAME part some writers count the header's own frame.
  private let tolerance: Int
  private var headLeft: Int
  /// The last header as it stands in the stream.
  private var word: UInt32 = 0

  /// The most padding that is cut: one frame of what fits 12 bits, less the decoder's delay.
  static let maximumHeldCount = 48_000

  init(header: MPEGFrameHeader, info: MPEGInfoFrame?, trim: MPEGTrim) {
    self.header = header
    headLeft = trim.head
    heldCount = min(trim.tail, Self.maximumHeldCount)
    claimedRawCount = info?.frameCount.map { $0 * header.samplesPerFrame }
    claimedFrameCount = claimedRawCount.map { max(0, $0 - trim.head - trim.tail) }
    tolerance = info?.delay == nil ? header.samplesPerFrame : 0
    let layer = String(repeating: "I", count: header.layer)
    report = DecodeReport(
      decoder: "libmpg123", codec: "MPEG \(header.version.rawValue) layer \(layer)")
    report.trimSource = trim.source
  }

  /// A part that is joined to another, with the header of its first frame if it has one.
  init(following part: MP3Part, info: MPEGInfoFrame?) {
    self.init(
      header: part.header, info: info, trim: MPEGTrim(header: part.header, info: info))
    word = part.word
    guard part.rawCount == 0 else { return }
    // The part had only just begun: this is its first frame.
    report.corruptFrameCount = part.report.corruptFrameCount
    for warning in part.report.warnings { report.warn(warning) }
  }

  /// Takes the header of a frame.
  mutating func note(header new: UInt32) {
    guard new != word else { return }
    word = new
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: new >> (24 - 8 * $0)) }
    guard let parsed = MPEGFrameHeader(bytes, at: 0) else { return }
    if rawCount > 0, parsed.channelCount != header.channelCount {
      report.warn("the stream changes between mono and stereo, and was mixed")
    }
    header = parsed
  }

  /// Counts frames that were decoded.
  ///
  /// - Returns: How many of them to cut.
  mutating func cutHead(of count: Int) -> Int {
    rawCount += count
    let cut = min(headLeft, count)
    headLeft -= cut
    report.trimmedHead += cut
    return cut
  }

  /// Settles the end.
  ///
  /// - Parameter waitingCount: The frames kept back.
  /// - Returns: How many of them to cut.
  mutating func finish(waitingCount: Int) -> Int {
    if let claimedRawCount {
      if rawCount < claimedRawCount - tolerance {
        report.isTruncated = true
      } else if rawCount > claimedRawCount + tolerance {
        report.warn("the header counts fewer frames than there are")
      }
      guard rawCount == claimedRawCount || tolerance > 0 else { return 0 }
    }
    report.trimmedTail = min(heldCount, waitingCount)
    return report.trimmedTail
  }
}

/// What a file is, by its content.
///
/// Tags around the music are stepped over first, so an ID3v2 tag before a FLAC stream does not turn
/// it into an MP3. The file's name is never asked.
struct FormatProbe {
  let format: FileFormat
  /// The bytes between the tags; of an MP3 in a RIFF wave file, its audio chunk.
  let content: Range<Int>
  /// The bytes between the tags that stand around the whole.
  let envelope: Range<Int>
  /// The first frame, for MPEG audio.
  let firstFrame: MPEGFrameSearch?

  /// - Throws: `notAudio` with what the content looks like, or `io`.
  init(file: InputFile) throws(DecodingError) {
    envelope = try TagEnvelope(file: file).content
    content = try WaveClaim.mpegAudio(file: file, content: envelope) ?? envelope
    let head = try file.bytes(at: content.lowerBound, count: Self.headLength)
    guard !head.isEmpty else { throw .notAudio(detail: "a tag without audio") }

    if OggPage(head, at: 0) != nil {
      format = try Self.oggFormat(file: file, from: content.lowerBound)
      firstFrame = nil
      return
    }
    if let row = FormatSignature.table.first(where: { $0.matches(head) }) {
      guard case .format(let format) = row.meaning else {
        throw .notAudio(detail: Self.detail(row.meaning))
      }
      self.format = format
      firstFrame = nil
      return
    }
    if FLACFrameHeader.isPlausible(head) {
      format = .flac
      firstFrame = nil
      return
    }
    if Self.isADTS(head) {
      format = .adts
      firstFrame = nil
      return
    }
    guard let frame = try MPEGFrameSearch(file: file, in: content) else {
      throw .notAudio(detail: Self.guess(head))
    }
    format = .mpegAudio
    firstFrame = frame
  }

  /// The format whose rules the file's tags follow: an MP3 in a RIFF wave file is tagged as that.
  var tagFormat: FileFormat {
    format == .mpegAudio && content != envelope ? .wave : format
  }

  private static let headLength = 16_384

  /// The first logical stream whose codec is known decides.
  private static func oggFormat(
    file: InputFile, from start: Int
  ) throws(DecodingError) -> FileFormat {
    let codecs: [(mark: StaticString, format: FileFormat)] = [
      ("\u{1}vorbis", .oggVorbis), ("OpusHead", .oggOpus), ("\u{7F}FLAC", .oggFLAC),
      ("Speex   ", .oggSpeex),
    ]
    for head in try OggPage.streamHeads(file: file, from: start) {
      if let codec = codecs.first(where: { head.hasText($0.mark) }) { return codec.format }
    }
    return .oggOther
  }

  private static func detail(_ meaning: FormatSignature.Meaning) -> String {
    switch meaning {
    case .format(let format): format.name
    case .other(let name): name
    }
  }

  /// Two frames of raw AAC in a row. The syncword is MPEG's with a layer that MPEG audio reserves.
  private static func isADTS(_ head: [UInt8]) -> Bool {
    func length(at place: Int) -> Int? {
      guard place + 7 <= head.count, head[place] == 0xFF, head[place + 1] & 0xF6 == 0xF0 else {
        return nil
      }
      let length =
        Int(head[place + 3] & 3) << 11 | Int(head[place + 4]) << 3 | Int(head[place + 5] >> 5)
      return length >= 7 ? length : nil
    }
    guard let first = length(at: 0) else { return false }
    return first == head.count || length(at: first) != nil
  }

  /// What content that no row knows looks like.
  private static func guess(_ head: [UInt8]) -> String {
    if head.hasText("ID3") { return "a tag without audio" }
    if head.allSatisfy({ $0 == 0 }) { return "only zero bytes at the start" }
    // A cut inside the last character would make good text invalid.
    let whole = head.count < headLength ? head[...] : head.dropLast(4)
    let hasControls = whole.contains { $0 < 0x20 && $0 != 9 && $0 != 10 && $0 != 12 && $0 != 13 }
    if !hasControls, isUTF8ExceptForTail(whole) { return "a text" }
    return "no known kind of content"
  }

  private static func isUTF8ExceptForTail(_ bytes: ArraySlice<UInt8>) -> Bool {
    (0..<4).contains { dropped in
      dropped <= bytes.count && String(validating: bytes.dropLast(dropped), as: UTF8.self) != nil
    }
  }
}

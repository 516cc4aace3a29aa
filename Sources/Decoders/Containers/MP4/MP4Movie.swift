/// What the index of an MP4, M4A or QuickTime file says of its first audio track.
///
/// Sources: ISO/IEC 14496-12 (boxes), 14496-14 (MP4), Apple "QuickTime File Format".
struct MP4Movie {
  /// Ticks per second in which edits give their durations.
  let timescale: Int
  /// The first track of sound, nil when there is none.
  let audio: MP4Track?
  let gapless: MP4GaplessInfo?
  /// Whether the audio comes in fragments, each with an index of its own.
  let isFragmented: Bool
  /// The bodies of the boxes that hold media.
  let media: [Range<Int>]

  private static let maximumTrackCount = 64

  /// - Throws: `truncated` when the index would stand behind the end of the file, `malformed` when
  ///   there is none.
  init(file: InputFile, content: Range<Int>) throws(DecodingError) {
    let boxes = try MP4Box.list(in: file, content)
    media = boxes.filter { $0.type == "mdat" }.map(\.body)
    guard let movie = boxes["moov"] else {
      if boxes.last?.isCut == true { throw .truncated(decodedFrames: 0) }
      throw .malformed(detail: "no index (moov) in the MP4")
    }
    let children = try movie.children(in: file)
    isFragmented = children["mvex"] != nil
    timescale = try Self.timescale(children["mvhd"], in: file)
    var audio: MP4Track?
    for track in children.filter({ $0.type == "trak" }).prefix(Self.maximumTrackCount)
    where audio == nil {
      audio = try MP4Track(file: file, box: track)
    }
    self.audio = audio
    gapless = try MP4GaplessInfo(file: file, userData: children["udta"])
  }

  /// The ticks per second of a movie or media header, whose version 1 has longer dates before it.
  static func timescale(_ header: MP4Box?, in file: InputFile) throws(DecodingError) -> Int {
    guard let header else { return 0 }
    let bytes = try header.bytes(in: file, count: 24)
    return bytes.bigEndian32(at: bytes.first == 1 ? 20 : 12) ?? 0
  }
}

/// The priming and padding that iTunes writes into a comment.
///
/// Text of hexadecimal numbers: zero, frames of priming, frames of padding, frames of music, and
/// more. Source: Apple Technical Note TN2258.
struct MP4GaplessInfo: Hashable {
  let priming: Int
  let padding: Int
  let frameCount: Int

  init?(_ text: String) {
    let numbers = text.split(separator: " ").prefix(4).map { Int($0, radix: 16) ?? -1 }
    guard numbers.count == 4, numbers.allSatisfy({ $0 >= 0 }), numbers[3] > 0,
      numbers[3] < MP4Durations.maximumTotal, numbers[1] < 1 << 20, numbers[2] < 1 << 20
    else { return nil }
    priming = numbers[1]
    padding = numbers[2]
    frameCount = numbers[3]
  }

  /// - Parameter userData: The movie's `udta` box.
  init?(file: InputFile, userData: MP4Box?) throws(DecodingError) {
    guard let meta = try userData?.children(in: file)["meta"] else { return nil }
    // A full box by ISO, a plain one by QuickTime.
    let isPlain = try meta.bytes(in: file, count: 8).hasText("hdlr", at: 4)
    let start = min(meta.body.lowerBound + (isPlain ? 0 : 4), meta.body.upperBound)
    guard
      let items = try MP4Box.list(in: file, start..<meta.body.upperBound)["ilst"]
    else { return nil }
    for item in try items.children(in: file) where item.type == "----" {
      let parts = try item.children(in: file)
      guard let name = parts["name"], let data = parts["data"],
        try name.bytes(in: file, count: 16).dropFirst(4).elementsEqual("iTunSMPB".utf8)
      else { continue }
      let text = try data.bytes(in: file, count: 200).dropFirst(8)
      self.init(String(decoding: text, as: UTF8.self))
      return
    }
    return nil
  }
}

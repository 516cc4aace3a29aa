/// Where the audio of a DSDIFF file lies, and what its properties say.
///
/// Source: Philips, "DSDIFF 1.5 File Format Specification": chunks of an identifier of four
/// characters and a length of eight bytes, at even offsets.
struct DSDIFFLayout {
  struct Audio: Hashable {
    /// The bytes of the chunk, as far as the file has them.
    let body: Range<Int>
    let claimedLength: Int
  }

  private(set) var sampleRate: Int?
  private(set) var channelCount: Int?
  private(set) var audio: Audio?
  /// Whether the audio is in DST, the lossless packing of DSD.
  private(set) var isCompressed = false
  /// The properties, tags excluded.
  private(set) var properties: Range<Int>?

  private static let maximumChunkCount = 1024

  init(file: InputFile, content: Range<Int>) throws(DecodingError) {
    try walk(file: file, content.lowerBound + 16..<max(content.lowerBound + 16, content.upperBound))
  }

  private mutating func walk(file: InputFile, _ range: Range<Int>) throws(DecodingError) {
    var place = range.lowerBound
    for _ in 0..<Self.maximumChunkCount where range.upperBound - place >= 12 {
      let head = try file.bytes(at: place, count: 20)
      guard let length = head.bigEndian(at: 4, width: 8) else { return }
      let start = place + 12
      let body = start..<(start + min(length, range.upperBound - start))
      if head.hasText("PROP"), properties == nil {
        properties = body
        // The properties' own type stands before their chunks.
        try walk(file: file, min(start + 4, body.upperBound)..<body.upperBound)
      } else if head.hasText("FS  ") {
        sampleRate = head.bigEndian32(at: 12)
      } else if head.hasText("CHNL") {
        channelCount = head.bigEndian16(at: 12)
      } else if head.hasText("DSD ") || head.hasText("DST ") {
        audio = audio ?? Audio(body: body, claimedLength: length)
        isCompressed = head.hasText("DST ")
      }
      place = body.upperBound + body.count % 2
    }
  }
}

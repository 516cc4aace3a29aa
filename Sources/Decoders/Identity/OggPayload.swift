/// The packets of an Ogg file without the comment headers.
///
/// A tagger that writes a longer comment renumbers every page behind it and renews the checksums;
/// the other packets stay the same bytes in the same order.
struct OggPayload {
  let file: InputFile
  let content: Range<Int>

  /// How far a logical stream has come.
  private struct Stream {
    enum Codec { case vorbisOpusOrSpeex, flac, other }

    let codec: Codec
    /// The packet that the next piece belongs to, counted from 0.
    var packetIndex = 0
    /// Whether the next piece goes on with a packet.
    var isInside = false
    /// Whether that packet is left out.
    var isSkipping = false
  }

  private static let windowLength = 262_144
  private static let maximumStreamCount = 4096

  func hash(into hasher: XXH3Hasher) throws(DecodingError) {
    var streams: [Int: Stream] = [:]
    var place = content.lowerBound
    var window: [UInt8] = []
    var windowStart = place
    while place < content.upperBound {
      // A page is at most 65,307 bytes long.
      if place + 65_307 > windowStart + window.count,
        windowStart + window.count < content.upperBound
          || window.isEmpty
      {
        windowStart = place
        window = try file.bytes(
          at: place, count: min(Self.windowLength, content.upperBound - place))
        if window.isEmpty { return }
      }
      let offset = place - windowStart
      guard offset < window.count else { return }
      guard let page = OggPage(window, at: offset) else {
        place += Self.distanceToPage(window, from: offset)
        continue
      }
      let body = offset + page.headerLength
      if page.isFirst, streams.count < Self.maximumStreamCount {
        streams[page.serial] = Stream(codec: Self.codec(window, at: body))
      }
      var stream = streams[page.serial] ?? Stream(codec: .other)
      Self.hash(page, of: &stream, in: window, at: body, into: hasher)
      if streams[page.serial] != nil { streams[page.serial] = stream }
      place += page.length
    }
  }

  /// Hashes the pieces of packets on one page, neighbours together.
  private static func hash(
    _ page: OggPage, of stream: inout Stream, in window: [UInt8], at body: Int,
    into hasher: XXH3Hasher
  ) {
    window.withUnsafeBytes { bytes in
      var place = body
      var runStart = body
      for length in page.segmentLengths {
        let pieceEnd = min(place + Int(length), bytes.count)
        if !stream.isInside {
          let first = length > 0 && place < bytes.count ? bytes[place] : 0
          stream.isSkipping = skips(stream, firstByte: first)
          stream.isInside = true
        }
        if stream.isSkipping {
          hasher.update(UnsafeRawBufferPointer(rebasing: bytes[min(runStart, place)..<place]))
          runStart = pieceEnd
        }
        place = pieceEnd
        if length < 255 {
          stream.isInside = false
          stream.packetIndex += 1
        }
      }
      hasher.update(UnsafeRawBufferPointer(rebasing: bytes[min(runStart, place)..<place]))
    }
  }

  /// Whether a packet holds tags: the second of Vorbis, Opus and Speex; all of FLAC's that are no frame.
  private static func skips(_ stream: Stream, firstByte: UInt8) -> Bool {
    switch stream.codec {
    case .vorbisOpusOrSpeex: stream.packetIndex == 1
    case .flac: firstByte != 0xFF
    case .other: false
    }
  }

  private static func codec(_ window: [UInt8], at body: Int) -> Stream.Codec {
    if window.hasText("\u{1}vorbis", at: body) || window.hasText("OpusHead", at: body)
      || window.hasText("Speex   ", at: body)
    {
      return .vorbisOpusOrSpeex
    }
    return window.hasText("\u{7F}FLAC", at: body) ? .flac : .other
  }

  /// How far it is to what may be the next page: at least one byte.
  private static func distanceToPage(_ window: [UInt8], from offset: Int) -> Int {
    var place = offset + 1
    while place < window.count, window[place] != 0x4F { place += 1 }
    return place - offset
  }
}

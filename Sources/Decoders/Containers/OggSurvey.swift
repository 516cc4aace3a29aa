/// The logical streams of an Ogg file and how long each claims to be, by the headers of its pages.
///
/// A walk from page to page that reads no packets: a thousandth of the work of decoding. Checksums
/// are not looked at, so all of it is claims.
struct OggSurvey {
  /// A link of a chain.
  struct Link {
    let codec: OggPacketReader.Codec
    /// Frames per second of the positions.
    let rate: Int
    /// What positions count before the first frame of music.
    let preSkip: Int
    /// The last position.
    var end: Int
  }

  private(set) var links: [Link] = []

  private static let maximumLinkCount = 65_536
  private static let windowLength = 65_536
  /// The first bytes of a page that are read: header, and what tells the rate.
  private static let headLength = OggPageHeader.maximumHeaderLength + 64

  init(file: InputFile, content: Range<Int>) throws(DecodingError) {
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.windowLength, alignment: 16)
    defer { room.deallocate() }
    var place = content.lowerBound
    var serial: UInt32?
    var isBehindHeads = true
    while place < content.upperBound {
      let wanted = min(Self.headLength, content.upperBound - place)
      let got = try file.read(
        at: place, into: UnsafeMutableRawBufferPointer(rebasing: room[..<wanted]))
      let bytes = UnsafeRawBufferPointer(rebasing: room[..<got])
      guard let page = OggPageHeader(bytes) else {
        guard let next = try Self.nextMark(file: file, from: place + 1, room: room) else { return }
        place = next
        continue
      }
      place += page.length
      if page.isFirst {
        if isBehindHeads { serial = nil }
        isBehindHeads = false
        let body = UnsafeRawBufferPointer(rebasing: bytes[page.headerLength...])
        if serial == nil, let link = Self.link(body), links.count < Self.maximumLinkCount {
          serial = page.serial
          links.append(link)
        }
      } else {
        isBehindHeads = true
        if page.serial == serial, let granule = page.granule, !links.isEmpty {
          links[links.count - 1].end = granule
        }
      }
    }
  }

  /// The length of all links together in frames of another rate; nil without a link, and when the
  /// positions add up to more than any stream can have.
  func frameCount(at rate: Int) -> Int? {
    guard !links.isEmpty else { return nil }
    // As a floating-point number, for positions of broken links add up to anything.
    let total = links.reduce(0.0) { total, link in
      total + Double(max(0, link.end - link.preSkip)) * (Double(rate) / Double(link.rate))
    }
    guard total < Double(OggPageHeader.maximumGranule) else { return nil }
    return links.reduce(0) { total, link in
      total + AudioFormat.frameCount(max(0, link.end - link.preSkip), of: link.rate, at: rate)
    }
  }

  /// - Parameter packet: The beginning of a stream's first packet.
  private static func link(_ packet: UnsafeRawBufferPointer) -> Link? {
    guard let codec = OggPacketReader.Codec(packet) else { return nil }
    let bytes = Array(packet.prefix(64))
    let rate: Int?
    var preSkip = 0
    switch codec {
    case .vorbis: rate = bytes.littleEndian32(at: 12)
    case .opus:
      rate = OpusHead.sampleRate
      preSkip = bytes.littleEndian16(at: 10) ?? 0
    case .flac:
      // Nine bytes of its own, "fLaC", a block header; the rate is the upper 20 bits of the word
      // 10 bytes into STREAMINFO.
      rate = bytes.bigEndian(at: 9 + 8 + 10, width: 3).map { $0 >> 4 }
    }
    guard let rate, rate > 0, rate <= AudioFormat.maximumSampleRate else { return nil }
    return Link(codec: codec, rate: rate, preSkip: preSkip, end: 0)
  }

  /// The next place that may hold a page: a header, or the mark of one too near to the end of a
  /// window to tell.
  private static func nextMark(
    file: InputFile, from start: Int, room: UnsafeMutableRawBufferPointer
  ) throws(DecodingError) -> Int? {
    var place = start
    // Small at first: after a few bytes of junk the next page is near.
    var wanted = 4 * OggPageHeader.maximumHeaderLength
    while true {
      let got = try file.read(
        at: place, into: UnsafeMutableRawBufferPointer(rebasing: room[..<wanted]))
      guard got >= OggPageHeader.fixedLength else { return nil }
      let bytes = UnsafeRawBufferPointer(rebasing: room[..<got])
      let last = got - OggPageHeader.fixedLength
      for index in 0...last where bytes[index] == 0x4F {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[index...])
        if OggPageHeader(rest) != nil { return place + index }
        // A header that the window cuts is looked at again, from its beginning.
        if index > 0, rest.starts(with: "OggS"),
          rest.count < OggPageHeader.maximumHeaderLength
        {
          return place + index
        }
      }
      place += last + 1
      wanted = min(4 * wanted, room.count)
    }
  }
}

/// How the pages of an Ogg file hang together: what a payload hash, which knows packets only, does
/// not see, and what TagLib is known to break when a longer comment moves the pages behind it.
///
/// Source: RFC 3533 §6.
struct OggFraming: Hashable {
  /// The granule positions of the pages that end audio packets, with their streams' numbers and
  /// ends, as one hash.
  private(set) var timeline: PayloadHash
  /// Pages whose checksum is wrong.
  private(set) var damagedPageCount = 0
  /// Places where a stream's pages are not numbered one after the other.
  private(set) var gapCount = 0

  init(file: InputFile, content: Range<Int>) throws(DecodingError) {
    let hasher = try XXH3Hasher(marker: "granules")
    var numbers: [Int: Int] = [:]
    var place = content.lowerBound
    var window: [UInt8] = []
    var windowStart = place
    while place < content.upperBound {
      let windowEnd = windowStart + window.count
      if window.isEmpty
        || place + Self.maximumPageLength > windowEnd && windowEnd < content.upperBound
      {
        windowStart = place
        window = try file.bytes(
          at: place, count: min(Self.windowLength, content.upperBound - place))
        if window.isEmpty { break }
      }
      let offset = place - windowStart
      guard let page = OggPage(window, at: offset), offset + page.length <= window.count else {
        // Something between pages, or a page that is cut off.
        place += 1
        while place - windowStart < window.count, window[place - windowStart] != 0x4F { place += 1 }
        continue
      }
      let bytes = window[offset..<offset + page.length]
      if Self.checksum(bytes) != window.littleEndian32(at: offset + 22) { damagedPageCount += 1 }
      let number = window.littleEndian32(at: offset + 18) ?? 0
      if let last = numbers[page.serial], !page.isFirst, number != last + 1 { gapCount += 1 }
      numbers[page.serial] = number
      // Headers are at 0; a page on which no packet ends has no position.
      let granule = window[(offset + 6)..<(offset + 14)]
      if granule.contains(where: { $0 != 0 }), granule.contains(where: { $0 != 0xFF }) {
        hasher.update(
          Array(granule) + [page.isLast ? 1 : 0] + Array(window[(offset + 14)..<(offset + 18)]))
      }
      place += page.length
    }
    timeline = hasher.finish()
  }

  /// Whether this is no worse than `other`: the same timeline, no more damage. A page that is
  /// written anew gets a right checksum.
  func isAsSound(as other: OggFraming) -> Bool {
    timeline == other.timeline && damagedPageCount <= other.damagedPageCount
      && gapCount <= other.gapCount
  }

  private static let windowLength = 262_144
  private static let maximumPageLength = 27 + 255 + 255 * 255

  /// CRC-32 of the polynomial 0x04C11DB7, nothing reflected, over the page with zeros in place of
  /// the checksum.
  private static func checksum(_ page: ArraySlice<UInt8>) -> Int {
    var sum: UInt32 = 0
    for (index, byte) in page.enumerated() {
      let byte = (22..<26).contains(index) ? 0 : byte
      sum = sum << 8 ^ table[Int(UInt8(sum >> 24) ^ byte)]
    }
    return Int(sum)
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index) << 24) { sum, _ in
      sum << 1 ^ (sum & 0x8000_0000 != 0 ? 0x04C1_1DB7 : 0)
    }
  }
}

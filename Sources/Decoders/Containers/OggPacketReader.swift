/// The packets of one logical stream after the other: the links of a chain.
///
/// In a multiplexed file the first stream with a known codec is taken of each group. Packets are
/// handed out page by page, for it is the page that tells a position.
final class OggPacketReader {
  /// What the first packet of a stream says that the others are.
  enum Codec: CaseIterable {
    case vorbis, opus, flac

    var mark: StaticString {
      switch self {
      case .vorbis: "\u{1}vorbis"
      case .opus: "OpusHead"
      case .flac: "\u{7F}FLAC"
      }
    }

    /// - Parameter packet: The first packet of a stream.
    init?(_ packet: UnsafeRawBufferPointer) {
      guard let codec = Self.allCases.first(where: { packet.starts(with: $0.mark) }) else {
        return nil
      }
      self = codec
    }
  }

  /// The codec of the present link.
  private(set) var codec: Codec?
  /// How many packets the present page completes.
  private(set) var packetCount = 0
  /// The position behind the last of them, in the codec's frames; nil when the page does not tell.
  private(set) var granule: Int?
  /// Whether the present page is the last of its link by its own word.
  private(set) var isLast = false
  /// Whether pages, or pieces of packets, were lost right before the packets of this page.
  private(set) var hasLoss = false

  private let pages: OggPageReader
  private var serial: UInt32 = 0
  private var nextSequence: UInt32 = 0
  /// Whether a page was met that begins no stream: then one that does begins the next link.
  private var isBehindHeads = false
  /// Whether the page reader stands on the first page of the next link.
  private var isAtNextLink = false

  /// Packets side by side, then the beginning of one that goes on on the next page.
  private var storage: UnsafeMutableRawPointer
  private var capacity = 131_072
  /// Where each packet of the page ends in the storage.
  private let ends: UnsafeMutablePointer<Int>
  /// Where in the storage the beginning of an unfinished packet lies.
  private var partial = 0..<0
  /// Whether the last piece of the page before did not end its packet.
  private var isUnfinished = false
  /// Whether what goes on is a packet whose beginning is lost.
  private var isDropping = false

  /// The longest packet that is kept: a metadata block of FLAC can have 2²⁴ bytes.
  private static let maximumPacketLength = (1 << 24) + 4

  init(file: InputFile, content: Range<Int>) {
    pages = OggPageReader(file: file, content: content)
    storage = .allocate(byteCount: capacity, alignment: 16)
    ends = .allocate(capacity: 256)
  }

  deinit {
    storage.deallocate()
    ends.deallocate()
  }

  /// A packet of the present page, valid until the next page is read.
  func packet(_ index: Int) -> UnsafeRawBufferPointer {
    precondition(index >= 0 && index < packetCount)
    let start = index == 0 ? 0 : ends[index - 1]
    return UnsafeRawBufferPointer(start: storage + start, count: ends[index] - start)
  }

  /// Goes on to the next link of a known codec, and to its first page.
  ///
  /// - Returns: False when there is none.
  func beginLink() throws(DecodingError) -> Bool {
    codec = nil
    isLast = false
    while true {
      if !isAtNextLink {
        guard try pages.next() else { return false }
      }
      isAtNextLink = false
      guard let header = pages.header, header.isFirst else { continue }
      let body = UnsafeRawBufferPointer(rebasing: pages.page[header.headerLength...])
      guard let found = Codec(body) else { continue }
      codec = found
      serial = header.serial
      nextSequence = header.sequence
      isBehindHeads = false
      partial = 0..<0
      isUnfinished = false
      isDropping = false
      accept(header)
      return true
    }
  }

  /// Goes on to the link's next page; false when the link has ended.
  func nextPage() throws(DecodingError) -> Bool {
    packetCount = 0
    guard codec != nil, !isAtNextLink else { return false }
    while try pages.next() {
      guard let header = pages.header else { return false }
      if header.isFirst {
        guard isBehindHeads else { continue }
        isAtNextLink = true
        return false
      }
      isBehindHeads = true
      if header.serial == serial {
        accept(header)
        return true
      }
    }
    return false
  }

  /// Takes the packets out of the present page.
  private func accept(_ header: OggPageHeader) {
    hasLoss = header.sequence != nextSequence
    nextSequence = header.sequence &+ 1
    granule = header.granule
    isLast = header.isLast
    resume(header)

    let page = pages.page
    var place = header.headerLength
    var start = 0
    var end = partial.count
    packetCount = 0
    for index in OggPageHeader.fixedLength..<header.headerLength {
      let length = Int(page[index])
      if !isDropping, let source = page.baseAddress {
        (storage + end).copyMemory(from: source + place, byteCount: length)
        end += length
      }
      place += length
      isUnfinished = length == 255
      guard !isUnfinished else { continue }
      if !isDropping {
        ends[packetCount] = end
        packetCount += 1
        start = end
      }
      isDropping = false
    }
    partial = start..<end
  }

  /// Brings the beginning of an unfinished packet to the front, if this page goes on with it, and
  /// makes room for the page.
  private func resume(_ header: OggPageHeader) {
    let canGoOn =
      header.isContinued && isUnfinished && !hasLoss && !isDropping
      && partial.count + header.bodyLength <= Self.maximumPacketLength
    if header.isContinued != isUnfinished { hasLoss = true }
    if !canGoOn {
      // A packet that is too long is lost as well.
      if header.isContinued { hasLoss = true }
      isDropping = header.isContinued
      partial = 0..<0
    }
    storage.copyMemory(from: storage + partial.lowerBound, byteCount: partial.count)
    partial = 0..<partial.count
    reserve(partial.count + header.bodyLength)
  }

  private func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    let larger = max(wanted, min(2 * capacity, Self.maximumPacketLength))
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    moved.copyMemory(from: storage, byteCount: partial.count)
    storage.deallocate()
    storage = moved
    capacity = larger
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes begin with those of a text.
  func starts(with text: StaticString) -> Bool {
    count >= text.utf8CodeUnitCount
      && text.withUTF8Buffer { mark in mark.indices.allSatisfy { self[$0] == mark[$0] } }
  }
}

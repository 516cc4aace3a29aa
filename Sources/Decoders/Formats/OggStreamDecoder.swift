/// One stream of Vorbis or Opus in Ogg: packets and positions made into music on a timeline.
///
/// A page tells the position behind its last packet, so its packets are measured before they are
/// decoded. From positions come:
/// - the head: what the codec's header says (pre-skip), and frames before position 0;
/// - the end: frames beyond the position of the last page are cut;
/// - holes: when pages were lost, the music goes on where the position of the next page puts it,
///   and silence stands for what is missing. Positions without a loss are not believed: the music
///   goes on.
final class OggStreamDecoder: Decoder {
  var format: AudioFormat { codec.format }
  private(set) var expectedFrameCount: Int?
  private(set) var report: DecodeReport

  private let packets: OggPacketReader
  private let codec: any PacketDecoder
  private var queue: SampleQueue
  /// The packet of the page to decode next.
  private var nextPacket = 0
  private var hasEnded = false

  /// The position of the next frame to come out of the codec.
  private var position = 0
  /// Whether a page with a position was met.
  private var hasStarted = false
  /// Whether something was lost since the last page with a position.
  private var hasHole = false
  /// The length of the packet before, nil when there is none to overlap with.
  private var previousBlock: Int?
  private var headLeft: Int
  /// The position where the music ends, once known.
  private var end: Int?
  /// Silence to deliver before the next packet.
  private var silence = 0
  private let maximumSilence: Int

  /// The position at which the stream begins: above 0 for a part of a broadcast.
  private(set) var startPosition = 0

  private static let silencePiece = 4096

  /// - Parameters:
  ///   - packets: Behind the headers of the stream, which `codec` has read.
  ///   - maximumSilence: Frames that lost audio may be replaced with.
  init(
    _ packets: OggPacketReader, codec: any PacketDecoder, maximumSilence: Int
  ) throws(DecodingError) {
    self.packets = packets
    self.codec = codec
    self.maximumSilence = maximumSilence
    report = codec.report
    headLeft = codec.preSkip
    queue = SampleQueue(
      channelCount: codec.format.channelCount,
      frameCapacity: PCMBuffer.usualFrameCapacity + max(codec.longestPacket, Self.silencePiece))
    nextPacket = packets.packetCount
    try advancePage()
  }

  func read(into buffer: inout PCMBuffer) throws(DecodingError) -> Bool {
    let wanted = min(buffer.frameCapacity, PCMBuffer.usualFrameCapacity)
    while queue.count < wanted, !hasEnded { try step() }
    let count = min(queue.count, wanted)
    guard count > 0 else { return false }
    queue.move(count, to: &buffer)
    return true
  }

  /// Adds something to the queue, or goes on to the next page.
  private func step() throws(DecodingError) {
    if silence > 0 {
      let count = min(silence, Self.silencePiece)
      silence -= count
      let cut = min(headLeft, count)
      headLeft -= cut
      report.trimmedHead += cut
      report.concealedFrameCount += count - cut
      queue.appendSilence(count: count - cut)
    } else if nextPacket < packets.packetCount {
      decodePacket()
    } else {
      settle()
      if silence == 0 { try advancePage() }
    }
  }

  private func decodePacket() {
    let packet = packets.packet(nextPacket)
    nextPacket += 1
    guard let count = codec.decode(packet) else {
      report.corruptFrameCount += 1
      hasHole = true
      if nextPacket == packets.packetCount { previousBlock = nil }
      codec.restart()
      return
    }
    var range = 0..<count
    position += count
    let head = min(headLeft, count)
    if head > 0 {
      headLeft -= head
      report.trimmedHead += head
      range = head..<count
    }
    if let end, position > end {
      let tail = min(position - end, range.count)
      report.trimmedTail += tail
      if tail > 0, report.trimSource == .none { report.trimSource = .granulePosition }
      range = range.lowerBound..<range.upperBound - tail
    }
    codec.move(range, to: &queue)
  }

  /// Ends a page: where packets could not be decoded, the music behind them keeps its place.
  private func settle() {
    guard let granule = packets.granule, hasStarted else { return }
    if hasHole, granule > position { fill(granule - position) }
    hasHole = false
    position = granule
  }

  /// Goes on to the next page, and finds out where its packets belong.
  private func advancePage() throws(DecodingError) {
    nextPacket = 0
    guard try packets.nextPage() else {
      hasEnded = true
      return
    }
    if packets.hasLoss { hasHole = true }
    guard packets.packetCount > 0 else { return }
    if !hasStarted {
      start()
    } else if hasHole {
      resume()
    }
    if packets.isLast { end = packets.granule }
    _ = measure(after: previousBlock, keeping: true)
  }

  /// Finds out what is missing before the packets of this page.
  private func resume() {
    let granule = packets.granule
    if let granule, granule - measure(after: previousBlock) == position {
      // A gap in the numbers of pages without one in positions: the work of a careless editor.
      hasHole = false
      return
    }
    report.corruptFrameCount += 1
    previousBlock = nil
    codec.restart()
    guard let granule else { return }
    let begin = granule - measure(after: nil)
    if begin > position { fill(begin - position) }
    position = begin
    hasHole = false
  }

  /// Places the first page that has a position.
  private func start() {
    guard let granule = packets.granule else { return }
    hasStarted = true
    // A stream of one page ends early rather than begins late.
    let isWhole = packets.isLast && !hasHole
    position = isWhole ? 0 : granule - measure(after: previousBlock)
    if hasHole, position > 0 {
      report.corruptFrameCount += 1
      fill(position)
    } else {
      startPosition = max(0, position)
    }
    hasHole = false
    if position < 0, codec.preSkip == 0 {
      headLeft = -position
      report.trimSource = .granulePosition
    }
  }

  /// The frames that the packets of the present page will give.
  ///
  /// - Parameter keeping: Whether to note the last packet as the one before the next page.
  private func measure(after previous: Int?, keeping: Bool = false) -> Int {
    var previous = previous
    var total = 0
    for index in nextPacket..<max(nextPacket, packets.packetCount) {
      guard let length = codec.blockLength(of: packets.packet(index)) else { continue }
      total += codec.frameCount(blockLength: length, after: previous)
      previous = length
    }
    if keeping { previousBlock = previous }
    return total
  }

  /// Puts silence in the place of lost audio, as far as that is believed.
  private func fill(_ count: Int) {
    guard count <= maximumSilence - report.concealedFrameCount - silence else {
      report.warn("a gap in the stream's positions is too long to be believed, and was closed")
      return
    }
    silence += count
  }
}

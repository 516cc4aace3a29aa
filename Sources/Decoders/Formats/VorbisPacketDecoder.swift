internal import CVorbis

/// Vorbis packets through libvorbis.
///
/// The library never gets to see positions, by which it would cut on its own and without telling.
final class VorbisPacketDecoder: PacketDecoder {
  let format: AudioFormat
  let report = DecodeReport(decoder: "libvorbis", codec: "Vorbis")
  let preSkip = 0
  /// Half of two blocks of 8192.
  let longestPacket = 8192

  private let library: Library
  private var planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
  private var packetNumber: Int64 = 3

  /// The library's structures, which must not move in memory.
  private final class Library {
    let info = UnsafeMutablePointer<vorbis_info>.allocate(capacity: 1)
    let state = UnsafeMutablePointer<vorbis_dsp_state>.allocate(capacity: 1)
    let block = UnsafeMutablePointer<vorbis_block>.allocate(capacity: 1)
    private let comment = UnsafeMutablePointer<vorbis_comment>.allocate(capacity: 1)
    private var isRunning = false

    init() {
      comment.initialize(to: vorbis_comment())
      info.initialize(to: vorbis_info())
      state.initialize(to: vorbis_dsp_state())
      block.initialize(to: vorbis_block())
      vorbis_info_init(info)
      vorbis_comment_init(comment)
    }

    deinit {
      if isRunning { vorbis_block_clear(block) }
      vorbis_dsp_clear(state)
      vorbis_comment_clear(comment)
      vorbis_info_clear(info)
      comment.deallocate()
      block.deallocate()
      state.deallocate()
      info.deallocate()
    }

    /// Takes a header packet; false when it is broken.
    func take(header bytes: UnsafeRawBufferPointer, number: Int64) -> Bool {
      var packet = VorbisPacketDecoder.packet(bytes, number: number)
      packet.b_o_s = number == 0 ? 1 : 0
      return vorbis_synthesis_headerin(info, comment, &packet) == 0
    }

    /// Begins decoding, the headers being there; false when they make no sense.
    func start() -> Bool {
      guard vorbis_synthesis_init(state, info) == 0 else { return false }
      vorbis_block_init(state, block)
      isRunning = true
      return true
    }
  }

  /// - Parameter packets: A stream whose first packet is at hand; its headers are read.
  /// - Returns: With the reader on the page of the third packet, behind which audio begins.
  init(_ packets: OggPacketReader) throws(DecodingError) {
    library = Library()
    let failure = DecodingError.malformed(detail: "the Vorbis headers cannot be read")
    guard packets.packetCount > 0, library.take(header: packets.packet(0), number: 0) else {
      throw failure
    }
    let channelCount = Int(library.info.pointee.channels)
    format = try AudioFormat(
      claimedRate: Int(library.info.pointee.rate), channelCount: channelCount,
      layout: .vorbis(channelCount: channelCount))
    // Tags are read elsewhere, and can be long: the library gets empty ones.
    var isReady = Self.noComments.withUnsafeBytes { library.take(header: $0, number: 1) }
    var headerCount = 1
    while isReady, headerCount < 3 {
      guard try packets.nextPage() else { throw failure }
      for index in 0..<packets.packetCount where headerCount < 3 {
        headerCount += 1
        if headerCount == 3 { isReady = library.take(header: packets.packet(index), number: 2) }
      }
    }
    guard isReady, library.start() else { throw failure }
  }

  /// A comment header with an empty vendor and no comments.
  private static let noComments: [UInt8] =
    [3] + Array("vorbis".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1]

  func blockLength(of packet: UnsafeRawBufferPointer) -> Int? {
    guard packet.count > 0 else { return nil }
    var piece = Self.packet(packet, number: 0)
    let length = vorbis_packet_blocksize(library.info, &piece)
    return length > 0 ? Int(length) : nil
  }

  /// Neighbours overlap by half of each (Vorbis I §4.3.8).
  func frameCount(blockLength: Int, after previous: Int?) -> Int {
    previous.map { $0 / 4 + blockLength / 4 } ?? 0
  }

  func decode(_ packet: UnsafeRawBufferPointer) -> Int? {
    var piece = Self.packet(packet, number: packetNumber)
    packetNumber += 1
    guard !packet.isEmpty, vorbis_synthesis(library.block, &piece) == 0,
      vorbis_synthesis_blockin(library.state, library.block) == 0
    else { return nil }
    let count = max(0, vorbis_synthesis_pcmout(library.state, &planes))
    vorbis_synthesis_read(library.state, count)
    return Int(count)
  }

  func move(_ range: Range<Int>, to queue: inout SampleQueue) {
    guard let planes, !range.isEmpty else { return }
    queue.append(planes: planes, from: range.lowerBound, count: range.count)
  }

  func restart() {
    vorbis_synthesis_restart(library.state)
  }

  private static func packet(_ bytes: UnsafeRawBufferPointer, number: Int64) -> ogg_packet {
    // The library only reads.
    let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(
      to: UInt8.self)
    return ogg_packet(
      packet: start, bytes: bytes.count, b_o_s: 0, e_o_s: 0, granulepos: -1, packetno: number)
  }
}

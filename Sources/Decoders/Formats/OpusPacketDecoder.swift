internal import COpus
import Glibc

/// Opus packets through libopus.
///
/// The gain in the stream's header is applied, because RFC 7845 §5.1 makes it part of decoding and
/// R128 tags are relative to it; gains from tags are not.
final class OpusPacketDecoder: PacketDecoder {
  let format: AudioFormat
  let report: DecodeReport
  let preSkip: Int
  /// 120 ms.
  let longestPacket = 5760

  private let handle: OpaquePointer
  private let samples: UnsafeMutableBufferPointer<Float>
  private let gain: Float

  /// - Parameter packets: A stream whose first packet is at hand; its headers are read.
  init(_ packets: OggPacketReader) throws(DecodingError) {
    guard packets.packetCount > 0, let head = OpusHead(Array(packets.packet(0))) else {
      throw .malformed(detail: "the Opus header cannot be read")
    }
    format = try AudioFormat(
      claimedRate: OpusHead.sampleRate, channelCount: head.channelCount, layout: head.layout)
    guard head.mappingFamily != 3 else {
      throw .unsupported(feature: "ambisonics with a matrix in Opus")
    }
    preSkip = head.preSkip
    gain = exp2(Float(head.outputGain) * Self.decibelStep)
    var report = DecodeReport(decoder: "libopus", codec: "Opus")
    report.trimSource = .preSkip
    if head.outputGain != 0 { report.warn("the gain in the stream's header was applied") }
    self.report = report
    // The second packet holds tags.
    var isBehindTags = false
    while !isBehindTags {
      guard try packets.nextPage() else { break }
      isBehindTags = packets.packetCount > 0
    }
    var code: Int32 = 0
    let made = head.mapping.withUnsafeBufferPointer { mapping in
      opus_multistream_decoder_create(
        Int32(OpusHead.sampleRate), Int32(head.channelCount), Int32(head.streamCount),
        Int32(head.coupledCount), mapping.baseAddress!, &code)
    }
    guard let made else { throw .malformed(detail: "the Opus header makes no sense") }
    handle = made
    samples = .allocate(capacity: longestPacket * head.channelCount)
  }

  deinit {
    opus_multistream_decoder_destroy(handle)
    samples.deallocate()
  }

  /// 1/256 dB as a power of two.
  private static let decibelStep: Float = 0.05 / 256 * 3.321_928_1

  func blockLength(of packet: UnsafeRawBufferPointer) -> Int? {
    guard let bytes = packet.assumingMemoryBound(to: UInt8.self).baseAddress else { return nil }
    let count = opus_packet_get_nb_samples(
      bytes, Int32(packet.count), Int32(OpusHead.sampleRate))
    return count > 0 ? Int(count) : nil
  }

  func frameCount(blockLength: Int, after previous: Int?) -> Int { blockLength }

  func decode(_ packet: UnsafeRawBufferPointer) -> Int? {
    guard !packet.isEmpty, let room = samples.baseAddress else { return nil }
    let count = opus_multistream_decode_float(
      handle, packet.assumingMemoryBound(to: UInt8.self).baseAddress, Int32(packet.count), room,
      Int32(longestPacket), 0)
    guard count > 0 else { return nil }
    if gain != 1 {
      for index in 0..<Int(count) * format.channelCount { room[index] *= gain }
    }
    return Int(count)
  }

  func move(_ range: Range<Int>, to queue: inout SampleQueue) {
    guard let base = samples.baseAddress else { return }
    queue.append(
      interleaved: base + range.lowerBound * format.channelCount, count: range.count)
  }

  /// The state fits what follows within 80 ms (RFC 7845 §4.6).
  func restart() {}
}

/// The packets of FLAC in Ogg as the bytes of a native FLAC stream.
///
/// The first packet has nine bytes before the native stream's marker; all others are metadata
/// blocks and frames as they are (RFC 9639 §10.1). A lost packet is a missing frame.
final class OggFLACStream: ByteSource {
  private(set) var failure: DecodingError?

  private let packets: OggPacketReader
  private var index = 0
  /// How much of the packet was given.
  private var offset = 9

  /// - Parameter packets: A stream whose first packet is at hand.
  init(_ packets: OggPacketReader) {
    self.packets = packets
  }

  func read(into destination: UnsafeMutableRawPointer, count wanted: Int) -> Int {
    do {
      while index >= packets.packetCount || offset >= packets.packet(index).count {
        offset = 0
        index += 1
        if index >= packets.packetCount {
          guard try packets.nextPage() else { return 0 }
          index = 0
        }
      }
    } catch {
      failure = failure ?? error
      return -1
    }
    let packet = packets.packet(index)
    let count = min(wanted, packet.count - offset)
    if let source = packet.baseAddress {
      destination.copyMemory(from: source + offset, byteCount: count)
    }
    offset += count
    return count
  }
}

@testable import Decoders

/// An Ogg file taken apart into pages, to be damaged and put together again.
struct OggPages {
  var pages: [[UInt8]] = []

  init(_ bytes: [UInt8]) {
    var place = 0
    while place + 27 <= bytes.count {
      let segments = bytes[(place + 27)..<(place + 27 + Int(bytes[place + 26]))]
      let length = 27 + segments.count + segments.reduce(0) { $0 + Int($1) }
      pages.append(Array(bytes[place..<min(place + length, bytes.count)]))
      place += length
    }
  }

  /// A native FLAC stream with blocks of 4096 frames, put into Ogg.
  init(wrapping flac: [UInt8], serial: Int = 7) {
    var packets: [[UInt8]] = []
    var place = 4
    var isLastBlock = false
    while !isLastBlock {
      let length = 4 + (flac.bigEndian(at: place + 1, width: 3) ?? 0)
      isLastBlock = flac[place] & 0x80 != 0
      packets.append(Array(flac[place..<place + length]))
      place += length
    }
    let headerCount = packets.count
    packets[0] =
      [0x7F] + Array("FLAC".utf8) + [1, 0, 0, UInt8(headerCount - 1)] + Array("fLaC".utf8)
      + packets[0]
    // A frame of silence is shorter than what the search wants to see.
    let padded = flac + [UInt8](repeating: 0, count: 16)
    let starts = (place..<flac.count).filter { start in
      flac[start] == 0xFF && FLACFrameHeader.isPlausible(Array(padded[start..<start + 16]))
    }
    for (start, end) in zip(starts, starts.dropFirst() + [flac.count]) {
      packets.append(Array(flac[start..<end]))
    }
    let total = (flac.bigEndian(at: 4 + 4 + 13, width: 5) ?? 0) & 0xF_FFFF_FFFF
    for (index, packet) in packets.enumerated() {
      let granule = min(max(0, index - headerCount + 1) * 4096, total)
      let flags = (index == 0 ? 2 : 0) | (index == packets.count - 1 ? 4 : 0)
      let lengths =
        [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
      pages.append(
        Array("OggS".utf8) + [0, UInt8(flags)] + littleEndian(granule, 8)
          + littleEndian(serial, 4) + littleEndian(index, 4) + [0, 0, 0, 0]
          + [UInt8(lengths.count)] + lengths + packet)
      seal(index)
    }
  }

  var bytes: [UInt8] { pages.flatMap { $0 } }

  func granule(_ index: Int) -> Int {
    pages[index].littleEndian(at: 6, width: 8) ?? -1
  }

  mutating func setGranule(_ granule: Int, of index: Int) {
    pages[index].replaceSubrange(6..<14, with: littleEndian(granule, 8))
    seal(index)
  }

  mutating func setSequence(_ sequence: Int, of index: Int) {
    pages[index].replaceSubrange(18..<22, with: littleEndian(sequence, 4))
    seal(index)
  }

  mutating func setBit(_ bit: Int, of index: Int, to value: Bool) {
    pages[index][5] = pages[index][5] & ~UInt8(1 << bit) | (value ? UInt8(1 << bit) : 0)
    seal(index)
  }

  /// Renews a page's checksum.
  mutating func seal(_ index: Int) {
    pages[index].replaceSubrange(22..<26, with: [0, 0, 0, 0])
    let sum = Self.checksum(pages[index])
    pages[index].replaceSubrange(22..<26, with: littleEndian(sum, 4))
  }

  /// The checksum by its definition, bit by bit.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(UInt32(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte) << 24) { value, _ in
        value & 0x8000_0000 != 0 ? value << 1 ^ 0x04C1_1DB7 : value << 1
      }
    }
  }
}

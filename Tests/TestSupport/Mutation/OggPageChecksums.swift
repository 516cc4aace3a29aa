/// The checksum of Ogg pages.
///
/// *Source:* RFC 3533 §6: CRC-32 with polynomial 0x04C11DB7, no reflection, start and end value 0,
/// over the page with its checksum field as zero.
public enum OggPageChecksums {
  /// Writes the right checksum into every page that is whole.
  public static func repair(_ bytes: inout [UInt8]) {
    var place = 0
    while place + 27 <= bytes.count {
      guard bytes[place...].starts(with: "OggS".utf8) else {
        place += 1
        continue
      }
      let segments = bytes[(place + 27)...].prefix(Int(bytes[place + 26]))
      let length = 27 + segments.count + segments.reduce(0) { $0 + Int($1) }
      guard place + length <= bytes.count else { return }
      for index in 22..<26 { bytes[place + index] = 0 }
      let sum = checksum(bytes[place..<place + length])
      for index in 0..<4 {
        bytes[place + 22 + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index)))
      }
      place += length
    }
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { sum, byte in sum << 8 ^ table[Int(sum >> 24) ^ Int(byte)] }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index) << 24) { value, _ in
      value & 1 << 31 != 0 ? value << 1 ^ 0x04C1_1DB7 : value << 1
    }
  }
}

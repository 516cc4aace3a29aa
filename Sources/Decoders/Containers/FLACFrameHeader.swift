/// Recognises a FLAC frame where a stream begins without its usual marker.
enum FLACFrameHeader {
  /// Whether a frame header with a right checksum begins `bytes`.
  ///
  /// Source: RFC 9639 §9.1 (sync code, fields, CRC-8 with polynomial x⁸ + x² + x + 1).
  static func isPlausible(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 16, bytes[0] == 0xFF, bytes[1] & 0xFE == 0xF8 else { return false }
    let blockSizeCode = bytes[2] >> 4
    let rateCode = bytes[2] & 15
    guard blockSizeCode != 0, rateCode != 15, bytes[3] >> 4 <= 10, bytes[3] & 1 == 0 else {
      return false
    }
    var length = 4 + codedNumberLength(bytes[4])
    length += blockSizeCode == 6 ? 1 : blockSizeCode == 7 ? 2 : 0
    length += rateCode == 12 ? 1 : rateCode == 13 || rateCode == 14 ? 2 : 0
    guard length < bytes.count else { return false }
    return crc8(bytes[..<length]) == bytes[length]
  }

  /// The bytes of a number coded as UTF-8 codes characters, up to 36 bits.
  private static func codedNumberLength(_ first: UInt8) -> Int {
    max(1, (~first).leadingZeroBitCount)
  }

  private static func crc8(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ byte) { value, _ in
        value & 0x80 != 0 ? value << 1 ^ 0x07 : value << 1
      }
    }
  }
}

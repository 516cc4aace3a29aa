/// The checksum of Ogg pages: CRC-32 with the polynomial 0x04C11DB7, most significant bit first,
/// from 0 and without a final inversion.
///
/// Eight bytes at a step by eight tables, for every byte of a file passes here. Source: RFC 3533 §6;
/// the tables after M. Kounavis and F. Berry, "A Systematic Approach to Building High Performance
/// Software-based CRC Generators", ISCC 2005.
enum OggChecksum {
  /// The sum over `bytes`, going on from `sum`.
  static func update(_ sum: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard let base = bytes.baseAddress else { return sum }
    var sum = sum
    var place = 0
    tables.withUnsafeBufferPointer { tables in
      guard let table = tables.baseAddress else { return }
      while place <= bytes.count - 8 {
        let head = sum ^ (base + place).loadUnaligned(as: UInt32.self).bigEndian
        let tail = (base + place + 4).loadUnaligned(as: UInt32.self).bigEndian
        let first = table[7 * 256 + Int(head >> 24)] ^ table[6 * 256 + Int(head >> 16 & 255)]
        let second = table[5 * 256 + Int(head >> 8 & 255)] ^ table[4 * 256 + Int(head & 255)]
        let third = table[3 * 256 + Int(tail >> 24)] ^ table[2 * 256 + Int(tail >> 16 & 255)]
        let fourth = table[256 + Int(tail >> 8 & 255)] ^ table[Int(tail & 255)]
        sum = first ^ second ^ third ^ fourth
        place += 8
      }
      while place < bytes.count {
        let byte = (base + place).load(as: UInt8.self)
        sum = sum << 8 ^ table[Int(sum >> 24) ^ Int(byte)]
        place += 1
      }
    }
    return sum
  }

  /// Table `k` gives what a byte adds to the sum when `k` bytes follow it.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var sum = UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
      tables[byte] = sum
    }
    for index in 256..<tables.count {
      let sum = tables[index - 256]
      tables[index] = sum << 8 ^ tables[Int(sum >> 24)]
    }
    return tables
  }()
}

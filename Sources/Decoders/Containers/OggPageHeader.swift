/// The fixed part of an Ogg page's header, and the length that its table of segments adds up to.
///
/// Source: RFC 3533 §6.
struct OggPageHeader {
  /// Bytes of the header with its table of segments.
  let headerLength: Int
  let bodyLength: Int
  let serial: UInt32
  /// The page's number within its logical stream.
  let sequence: UInt32
  let checksum: UInt32
  /// The position that the packets ended on this page reach; nil when none ends here, or when the
  /// number is none that a stream can reach.
  let granule: Int?
  /// Whether the first piece goes on with a packet of the page before.
  let isContinued: Bool
  /// Whether the page begins a logical stream.
  let isFirst: Bool
  /// Whether the page ends its logical stream.
  let isLast: Bool

  var length: Int { headerLength + bodyLength }

  static let fixedLength = 27
  static let maximumHeaderLength = 27 + 255
  static let maximumLength = 27 + 255 + 255 * 255
  static let checksumOffset = 22
  /// 700,000 years at 48 kHz: sums of such numbers cannot overflow.
  static let maximumGranule = 1 << 60

  /// - Returns: Nil when no whole header begins `bytes`.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.fixedLength,
      bytes.loadUnaligned(as: UInt32.self) == UInt32(bigEndian: 0x4F67_6753), bytes[4] == 0
    else { return nil }
    let segmentCount = Int(bytes[26])
    headerLength = Self.fixedLength + segmentCount
    guard bytes.count >= headerLength else { return nil }
    var total = 0
    for index in Self.fixedLength..<headerLength { total += Int(bytes[index]) }
    bodyLength = total
    let flags = bytes[5]
    isContinued = flags & 1 != 0
    isFirst = flags & 2 != 0
    isLast = flags & 4 != 0
    let position = Int(
      Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: 6, as: Int64.self)))
    granule = position >= 0 && position <= Self.maximumGranule ? position : nil
    serial = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 14, as: UInt32.self))
    sequence = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 18, as: UInt32.self))
    checksum = UInt32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: Self.checksumOffset, as: UInt32.self))
  }

  /// Whether the checksum is that of `page`, which begins with this header and is whole.
  func matches(_ page: UnsafeRawBufferPointer) -> Bool {
    let behind = Self.checksumOffset + 4
    var sum = OggChecksum.update(0, UnsafeRawBufferPointer(rebasing: page[..<(behind - 4)]))
    withUnsafeBytes(of: UInt32(0)) { sum = OggChecksum.update(sum, $0) }
    return checksum == OggChecksum.update(sum, UnsafeRawBufferPointer(rebasing: page[behind...]))
  }
}

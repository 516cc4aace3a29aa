/// Where the music of a file lies between the tags that are put around it.
///
/// ID3v2 (and rarely APEv2) stands before it; ID3v1, Lyrics3, APEv2 and appended ID3v2 behind it,
/// in any order. Sources: id3.org, ID3v2.4 structure §3.1 and §3.4; "APE Tags Header" at the
/// Hydrogenaudio wiki; "Lyrics3 v2.00" at id3.org.
struct TagEnvelope: Hashable {
  /// The bytes between the tags.
  let content: Range<Int>

  /// More tags than this around one file are taken for content.
  private static let maximumTagCount = 16

  init(file: InputFile) throws(DecodingError) {
    var start = 0
    var end = file.size
    for _ in 0..<Self.maximumTagCount {
      let head = try file.bytes(at: start, count: 32)
      guard let length = Self.leadingTagLength(head), length < end - start else { break }
      start += length
    }
    for _ in 0..<Self.maximumTagCount {
      let tailStart = max(start, end - 160)
      let tail = try file.bytes(at: tailStart, count: end - tailStart)
      guard let length = Self.trailingTagLength(tail), length <= end - start else { break }
      end -= length
    }
    content = start..<end
  }

  /// The length of the tag that begins a run of bytes, nil when none does.
  private static func leadingTagLength(_ head: [UInt8]) -> Int? {
    if let length = id3v2Length(head) { return length }
    // An APEv2 header gives the size without itself; bit 29 of the flags marks a header.
    guard head.hasText("APETAGEX"), let size = head.littleEndian32(at: 12),
      let flags = head.littleEndian32(at: 20), flags & (1 << 29) != 0
    else { return nil }
    return size + 32
  }

  /// The length of a whole ID3v2 tag with its header and footer.
  ///
  /// Its size is a "synchsafe" number: four bytes of seven bits each. Broken taggers use all eight
  /// bits; such a size is not believed.
  static func id3v2Length(_ head: [UInt8]) -> Int? {
    guard head.count >= 10, head.hasText("ID3"), head[3] < 0xFF, head[4] < 0xFF,
      head[6...9].allSatisfy({ $0 < 0x80 })
    else { return nil }
    let size = head[6...9].reduce(0) { $0 << 7 | Int($1) }
    let hasFooter = head[5] & 0x10 != 0
    return size + (hasFooter ? 20 : 10)
  }

  /// The length of the tag that ends a run of bytes, nil when none does.
  private static func trailingTagLength(_ tail: [UInt8]) -> Int? {
    let count = tail.count
    if tail.hasText("TAG", at: count - 128) { return 128 }
    if tail.hasText("LYRICS200", at: count - 9) {
      // Six decimal digits before the mark give the size without the digits and the mark.
      return decimal(tail, at: count - 15, count: 6).map { $0 + 15 }
    }
    let footer = count - 32
    if tail.hasText("APETAGEX", at: footer), let size = tail.littleEndian32(at: footer + 12),
      let flags = tail.littleEndian32(at: footer + 20), size >= 32
    {
      // The size counts items and footer; bit 31 of the flags says that a header is there too.
      return size + (flags & (1 << 31) != 0 ? 32 : 0)
    }
    if tail.hasText("3DI", at: count - 10) {
      let size = tail[(count - 4)...]
      guard size.allSatisfy({ $0 < 0x80 }) else { return nil }
      return size.reduce(0) { $0 << 7 | Int($1) } + 20
    }
    return nil
  }

  private static func decimal(_ bytes: [UInt8], at offset: Int, count: Int) -> Int? {
    guard offset >= 0, offset + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[offset..<offset + count] {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return value
  }
}

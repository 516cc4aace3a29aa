import Glibc

/// The pages of an Ogg file whose checksums are right, from front to back.
///
/// Bytes that are no such page are skipped: who misses something sees it by the numbers of the
/// pages.
final class OggPageReader {
  /// The page found last.
  private(set) var header: OggPageHeader?
  /// Whether bytes that are no sound page lie right before it, or before the end of the file.
  private(set) var hasSkipped = false

  private let file: InputFile
  private let fileEnd: Int
  private let buffer: UnsafeMutableRawBufferPointer
  /// The part of the buffer that was read and not yet passed; begins with the page.
  private var waiting = 0..<0
  private var nextOffset: Int
  /// Bytes in whose checksums no page was found.
  private var wastedCount = 0
  private let maximumWaste: Int

  private static let bufferLength = 262_144

  init(file: InputFile, content: Range<Int>) {
    self.file = file
    fileEnd = min(content.upperBound, file.size)
    nextOffset = content.lowerBound
    // Bytes made for it could claim a long page every few bytes, and cost the square of their
    // length: beyond this the rest is given up.
    maximumWaste = 16 * content.count + 64 * OggPageHeader.maximumLength
    buffer = .allocate(byteCount: Self.bufferLength, alignment: 16)
  }

  deinit {
    buffer.deallocate()
  }

  /// The bytes of the page found last, valid until the next one is looked for.
  var page: UnsafeRawBufferPointer {
    let end = waiting.lowerBound + (header?.length ?? 0)
    return UnsafeRawBufferPointer(rebasing: buffer[waiting.lowerBound..<end])
  }

  /// Goes on to the next page; false at the end of the file.
  func next() throws(DecodingError) -> Bool {
    pass(header?.length ?? 0)
    header = nil
    hasSkipped = false
    while true {
      try refill()
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[waiting])
      guard !bytes.isEmpty, wastedCount <= maximumWaste else { return false }
      if let found = OggPageHeader(bytes), found.length <= bytes.count {
        if found.matches(UnsafeRawBufferPointer(rebasing: bytes[..<found.length])) {
          header = found
          return true
        }
        wastedCount += found.length
      }
      hasSkipped = true
      pass(Self.distanceToMark(bytes))
    }
  }

  private func pass(_ count: Int) {
    waiting = (waiting.lowerBound + count)..<waiting.upperBound
  }

  /// Makes sure that a whole page waits, as far as the file reaches.
  private func refill() throws(DecodingError) {
    guard waiting.count < OggPageHeader.maximumLength, nextOffset < fileEnd,
      let base = buffer.baseAddress
    else { return }
    memmove(base, base + waiting.lowerBound, waiting.count)
    waiting = 0..<waiting.count
    let room = min(buffer.count - waiting.count, fileEnd - nextOffset)
    let got = try file.read(
      at: nextOffset,
      into: UnsafeMutableRawBufferPointer(
        rebasing: buffer[waiting.upperBound..<waiting.upperBound + room]))
    nextOffset = got > 0 ? nextOffset + got : fileEnd
    waiting = 0..<waiting.count + got
  }

  /// How far it is to what may be the next page: at least one byte.
  private static func distanceToMark(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let base = bytes.baseAddress, bytes.count > 1,
      let found = memchr(base + 1, 0x4F, bytes.count - 1)
    else { return bytes.count }
    return UnsafeRawPointer(found) - base
  }
}

/// The chunks of a RIFF, RF64, Wave64, AIFF or CAF file: name, place and length of each.
///
/// Sizes are claims: a chunk that says more than the file holds is cut at the end of the file.
/// Sources: Microsoft "Multimedia Programming Interface and Data Specifications 1.0" (RIFF), EBU
/// Tech 3306 (RF64), Sonic Foundry "Wave64" 2003, Apple "AIFF-C" 1991 and "CAF" 2011.
struct ChunkList {
  struct Chunk {
    /// Four characters, or the first four bytes of Wave64's GUID, which are the same characters.
    let name: String
    /// Where the length stands, for those who correct it.
    let sizeOffset: Int
    /// The bytes behind the chunk's header, as far as the file has them.
    let body: Range<Int>
    /// The length that the header claims; nil for CAF's "up to the end".
    let claimedLength: Int?
  }

  let chunks: [Chunk]

  private static let maximumCount = 4096

  private enum Dialect {
    case riff, riffBigEndian, rf64, wave64, aiff, caf
  }

  /// - Returns: Nil when `content` begins with none of the dialects.
  init?(file: InputFile, content: Range<Int>) throws(DecodingError) {
    let head = try file.bytes(at: content.lowerBound, count: 40)
    let dialect: Dialect
    if head.hasText("RIFF") {
      dialect = .riff
    } else if head.hasText("RIFX") {
      dialect = .riffBigEndian
    } else if head.hasText("RF64") || head.hasText("BW64") {
      dialect = .rf64
    } else if head.hasText("riff") {
      dialect = .wave64
    } else if head.hasText("FORM") {
      dialect = .aiff
    } else if head.hasText("caff") {
      dialect = .caf
    } else {
      return nil
    }

    var chunks: [Chunk] = []
    var place = content.lowerBound + (dialect == .wave64 ? 40 : dialect == .caf ? 8 : 12)
    var longDataLength: Int?
    while chunks.count < Self.maximumCount, place < content.upperBound {
      let header = try file.bytes(at: place, count: 24)
      guard
        let chunk = Self.chunk(
          header, at: place, dialect: dialect, end: content.upperBound,
          longDataLength: longDataLength)
      else { break }
      if dialect == .rf64, chunk.name == "ds64" {
        longDataLength = try file.bytes(at: chunk.body.lowerBound, count: 16)
          .littleEndian(at: 8, width: 8)
      }
      chunks.append(chunk)
      let length = chunk.claimedLength ?? chunk.body.count
      let alignment = dialect == .wave64 ? 8 : dialect == .caf ? 1 : 2
      let (next, overflow) = chunk.body.lowerBound.addingReportingOverflow(length)
      guard !overflow, next < content.upperBound else { break }
      place = next + (alignment - (next - content.lowerBound) % alignment) % alignment
    }
    self.chunks = chunks
  }

  /// The first chunk of a name.
  subscript(_ name: String) -> Chunk? {
    chunks.first { $0.name == name }
  }

  private static func chunk(
    _ header: [UInt8], at place: Int, dialect: Dialect, end: Int, longDataLength: Int?
  ) -> Chunk? {
    guard header.count >= 8 else { return nil }
    let name = String(decoding: header[..<4], as: UTF8.self)
    let headerLength: Int
    var sizeOffset = place + 4
    var length: Int?
    switch dialect {
    case .riff: (headerLength, length) = (8, header.littleEndian32(at: 4))
    case .rf64:
      (headerLength, length) = (8, header.littleEndian32(at: 4))
      if name == "data", length == 0xFFFF_FFFF { length = longDataLength }
    case .riffBigEndian, .aiff: (headerLength, length) = (8, header.bigEndian32(at: 4))
    case .wave64:
      headerLength = 24
      sizeOffset = place + 16
      length = header.littleEndian(at: 16, width: 8).map { max(0, $0 - 24) }
    case .caf:
      // −1, "up to the end", does not fit an Int and so is nil.
      (headerLength, length) = (12, header.bigEndian(at: 4, width: 8))
    }
    let start = place + headerLength
    guard start <= end else { return nil }
    let available = end - start
    return Chunk(
      name: name, sizeOffset: sizeOffset,
      body: start..<(start + min(length ?? available, available)),
      claimedLength: length)
  }
}

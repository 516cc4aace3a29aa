/// The metadata blocks of a native FLAC stream, of which the first Vorbis comment is the tag.
///
/// All blocks keep their order and their bytes; only padding gives and takes room.
///
/// Sources: RFC 9639 §8.1 and §8.6; Xiph.Org, "Ogg Vorbis I format specification: comment field".
struct FLACTag: PreservedTag {
  static let kind = PreviousTags.Kind.flac

  private struct Block {
    var type: UInt8
    var body: [UInt8]
  }

  private enum BlockType {
    static let padding: UInt8 = 1
    static let comment: UInt8 = 4
  }

  private var blocks: [Block]
  /// The place of the comment among the blocks; nil when there is none.
  private var commentIndex: Int?
  private var vendor: [UInt8] = []
  /// Each as `NAME=value`.
  private(set) var pieces: [[UInt8]] = []
  /// What stands behind the last comment, which is nothing unless something is broken.
  private var rest: [UInt8] = []
  let length: Int
  let isAbsent: Bool
  let version: UInt8 = 1

  /// - Parameter bytes: All blocks, from the first's header to the last one's end.
  init(parsing bytes: [UInt8]?) throws(TagWritingError) {
    // A FLAC file has metadata, be it without a comment.
    guard let bytes else { throw Self.malformed }
    length = bytes.count
    blocks = []
    var place = 0
    var isLast = false
    while !isLast, let size = bytes.bigEndian(at: place + 1, width: 3) {
      let end = place + 4 + size
      guard end <= bytes.count else { throw Self.malformed }
      isLast = bytes[place] & 0x80 != 0
      blocks.append(Block(type: bytes[place] & 0x7F, body: Array(bytes[(place + 4)..<end])))
      place = end
    }
    guard isLast, place == bytes.count, blocks.first?.type == 0 else { throw Self.malformed }
    commentIndex = blocks.firstIndex { $0.type == BlockType.comment }
    isAbsent = commentIndex == nil
    if let commentIndex { try parseComment(blocks[commentIndex].body) }
    guard try rendered(length: bytes.count) == bytes else { throw Self.malformed }
  }

  private static let malformed = TagWritingError.malformed(detail: "the FLAC metadata")

  private mutating func parseComment(_ body: [UInt8]) throws(TagWritingError) {
    var place = 0
    func take() throws(TagWritingError) -> [UInt8] {
      guard let count = body.littleEndian32(at: place), count <= body.count - place - 4 else {
        throw Self.malformed
      }
      place += 4 + count
      return Array(body[(place - count)..<place])
    }
    vendor = try take()
    guard let count = body.littleEndian32(at: place) else { throw Self.malformed }
    place += 4
    for _ in 0..<count { pieces.append(try take()) }
    rest = Array(body[place...])
  }

  // MARK: - Properties

  func indices(of property: TagProperty) -> [Int] {
    let name = Array(property.rawValue.lowercased().utf8) + [UInt8(ascii: "=")]
    return pieces.indices.filter { index in
      let piece = pieces[index]
      return piece.count >= name.count
        && zip(piece, name).allSatisfy { $0 == $1 || (0x41...0x5A).contains($0) && $0 + 0x20 == $1 }
    }
  }

  func values(of property: TagProperty) -> [String] {
    indices(of: property).map { index in
      let value = pieces[index].dropFirst(property.rawValue.utf8.count + 1)
      return String(decoding: value, as: UTF8.self)
    }
  }

  mutating func set(_ property: TagProperty, to value: String?) {
    let old = indices(of: property)
    // A name in other letters is kept.
    let name = old.first.map { Array(pieces[$0].prefix(property.rawValue.utf8.count)) }
    for index in old.reversed() { pieces.remove(at: index) }
    guard let value else { return }
    pieces.insert(
      (name ?? Array(property.rawValue.utf8)) + [UInt8(ascii: "=")] + Array(value.utf8),
      at: old.first ?? pieces.count)
  }

  mutating func insert(_ saved: PreviousTags.Piece) {
    pieces.insert(saved.bytes, at: min(max(saved.index, 0), pieces.count))
  }

  // MARK: - Putting together

  func rendered(length: Int) throws(TagWritingError) -> [UInt8] {
    var blocks = blocks
    if let commentIndex {
      blocks[commentIndex].body = comment
    } else if !pieces.isEmpty {
      // Behind STREAMINFO, which must be the first.
      blocks.insert(Block(type: BlockType.comment, body: comment), at: 1)
    }
    return try Self.joined(blocks, length: length)
  }

  func renderedWithout(length: Int) throws(TagWritingError) -> [UInt8]? {
    var blocks = blocks
    if let commentIndex { blocks.remove(at: commentIndex) }
    return try Self.joined(blocks, length: length)
  }

  private var comment: [UInt8] {
    func field(_ bytes: [UInt8]) -> [UInt8] { Self.littleEndian(bytes.count) + bytes }
    return field(vendor) + Self.littleEndian(pieces.count) + pieces.flatMap(field) + rest
  }

  /// The blocks with the last padding made to fit.
  private static func joined(
    _ blocks: [Block], length: Int
  ) throws(TagWritingError) -> [UInt8] {
    var blocks = blocks
    let padding = blocks.lastIndex { $0.type == BlockType.padding }
    let others = blocks.indices.reduce(0) { sum, index in
      index == padding ? sum : sum + 4 + blocks[index].body.count
    }
    let room = length - others
    let count = room >= 4 ? room - 4 : newPadding
    if room == 0 {
      if let padding { blocks.remove(at: padding) }
    } else if let padding {
      if blocks[padding].body.count != count {
        blocks[padding].body = [UInt8](repeating: 0, count: count)
      }
    } else {
      blocks.append(Block(type: BlockType.padding, body: [UInt8](repeating: 0, count: count)))
    }
    var bytes: [UInt8] = []
    for (index, block) in blocks.enumerated() {
      guard block.body.count < 1 << 24 else {
        throw .unsupported(detail: "a FLAC metadata block beyond 16 MB")
      }
      bytes.append(block.type | (index == blocks.count - 1 ? 0x80 : 0))
      bytes += ID3v2Tag.bigEndian(block.body.count, width: 3) + block.body
    }
    return bytes
  }

  /// Room for the next change, so that it need not move the music.
  private static let newPadding = 1024

  private static func littleEndian(_ value: Int) -> [UInt8] {
    ID3v2Tag.bigEndian(value, width: 4).reversed()
  }
}

/// The metadata blocks of a native FLAC file.
struct FLACTagPlace: PreservedTagPlace {
  typealias Tag = FLACTag

  let bytes: [UInt8]?
  private let range: Range<Int>

  private static let maximumLength = 256 << 20

  init?(file: InputFile, probe: FormatProbe) throws(TagWritingError) {
    guard probe.format == .flac else { return nil }
    do throws(DecodingError) {
      let start = probe.content.lowerBound + 4
      guard try file.bytes(at: start - 4, count: 4).hasText("fLaC") else {
        throw DecodingError.malformed(detail: "a FLAC stream without its head")
      }
      let end = try FLACMetadata(file: file, content: probe.content).frames.lowerBound
      range = start..<max(start, end)
      guard range.count <= Self.maximumLength else {
        throw DecodingError.limitExceeded(limit: "a FLAC file's metadata", value: range.count)
      }
      bytes = try file.bytes(at: start, count: range.count)
    } catch {
      throw .unreadable(error)
    }
  }

  func splices(for new: [UInt8]?) -> [FileSplice] {
    [FileSplice(range: range, bytes: new ?? [])]
  }
}

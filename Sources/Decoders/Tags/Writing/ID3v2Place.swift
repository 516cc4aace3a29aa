/// Where a file keeps its ID3v2 tag, and what must change in the file when the tag does.
struct ID3v2Place: PreservedTagPlace {
  typealias Tag = ID3v2Tag

  private enum Home {
    /// At the very start: MPEG audio, raw AAC, True Audio.
    case front
    /// In a chunk, between the form's header and its end.
    case chunk(Form, existing: ChunkList.Chunk?)
    /// Behind everything else, with a pointer at the start.
    case dsf(fileSize: Int)
  }

  /// A RIFF or AIFF form: what is needed to add a chunk to it.
  private struct Form {
    var start: Int
    var end: Int
    var isBigEndian: Bool
    /// Where the form's length stands, and in how many bytes.
    var sizeOffset: Int
    var sizeWidth: Int
    var chunkName: String
  }

  private let home: Home
  /// The tag that is there; empty where one would be put.
  private let range: Range<Int>
  let bytes: [UInt8]?

  init?(file: InputFile, probe: FormatProbe) throws(TagWritingError) {
    do throws(DecodingError) {
      switch probe.tagFormat {
      case .mpegAudio, .adts, .trueAudio:
        home = .front
        let length = TagEnvelope.id3v2Length(try file.bytes(at: 0, count: 10)) ?? 0
        guard length < file.size else { throw DecodingError.malformed(detail: "the ID3v2 tag") }
        range = 0..<length
      case .wave, .aiff:
        (home, range) = try Self.chunk(file: file, probe: probe)
      case .dsf:
        guard let tag = DSFTag(file: file) else {
          throw DecodingError.malformed(detail: "the DSF header points to no tag")
        }
        home = .dsf(fileSize: file.size)
        range = tag.range
        guard range.upperBound == file.size else {
          throw DecodingError.malformed(detail: "something stands behind the DSF file's tag")
        }
      default: return nil
      }
      guard range.count <= Self.maximumLength else {
        throw DecodingError.limitExceeded(limit: "an ID3v2 tag's length", value: range.count)
      }
      bytes = range.isEmpty ? nil : try file.bytes(at: range.lowerBound, count: range.count)
    } catch {
      throw .unreadable(error)
    }
  }

  private static let maximumLength = 128 << 20

  func splices(for newTag: [UInt8]?) -> [FileSplice] {
    let bytes = newTag ?? []
    switch home {
    case .front:
      return [FileSplice(range: range, bytes: bytes)]
    case .chunk(let form, let existing):
      return Self.splices(form, existing: existing, newTag: newTag)
    case .dsf(let fileSize):
      let newSize = fileSize - range.count + bytes.count
      let size = Self.littleEndian(newSize, width: 8)
      let pointer = Self.littleEndian(bytes.isEmpty ? 0 : range.lowerBound, width: 8)
      return [
        FileSplice(at: DSFTag.fileSizeOffset, replacing: 8, by: size),
        FileSplice(at: DSFTag.pointerOffset, replacing: 8, by: pointer),
        FileSplice(range: range, bytes: bytes),
      ]
    }
  }

  // MARK: - Chunks

  private static func chunk(
    file: InputFile, probe: FormatProbe
  ) throws(DecodingError) -> (Home, Range<Int>) {
    let start = probe.envelope.lowerBound
    let limit = probe.envelope.upperBound
    let head = try file.bytes(at: start, count: 12)
    guard let list = try ChunkList(file: file, content: probe.envelope) else {
      throw .malformed(detail: "no chunks")
    }
    let isAIFF = probe.tagFormat == .aiff
    let isBigEndian = isAIFF || head.hasText("RIFX")
    var form = Form(
      start: start, end: limit, isBigEndian: isBigEndian, sizeOffset: start + 4, sizeWidth: 4,
      chunkName: isAIFF ? "ID3 " : "id3 ")
    var length = isBigEndian ? head.bigEndian32(at: 4) : head.littleEndian32(at: 4)
    if head.hasText("RF64") || head.hasText("BW64") {
      guard let sizes = list["ds64"], sizes.body.count >= 8 else {
        throw .malformed(detail: "an RF64 file without lengths")
      }
      form.sizeOffset = sizes.body.lowerBound
      form.sizeWidth = 8
      length = try file.bytes(at: sizes.body.lowerBound, count: 8).littleEndian(at: 0, width: 8)
    }
    // Writers differ on whether the last padding byte counts.
    guard let length, length >= 4, length <= limit - start - 8 + 1 else {
      throw .malformed(detail: "the length in the file's header is wrong")
    }
    form.end = min(start + 8 + length, limit)
    guard let existing = list.chunks.first(where: { ["id3 ", "ID3 "].contains($0.name) }) else {
      return (.chunk(form, existing: nil), form.end..<form.end)
    }
    let tag = try file.bytes(at: existing.body.lowerBound, count: 10)
    guard existing.claimedLength == existing.body.count, existing.body.upperBound <= form.end,
      let tagLength = TagEnvelope.id3v2Length(tag), tagLength <= existing.body.count
    else { throw .malformed(detail: "the chunk with the ID3v2 tag") }
    return (
      .chunk(form, existing: existing),
      existing.body.lowerBound..<(existing.body.lowerBound + tagLength)
    )
  }

  private static func splices(
    _ form: Form, existing: ChunkList.Chunk?, newTag: [UInt8]?
  ) -> [FileSplice] {
    func field(_ value: Int, width: Int) -> [UInt8] {
      form.isBigEndian
        ? ID3v2Tag.bigEndian(value, width: width) : littleEndian(value, width: width)
    }
    var old = form.end..<form.end
    var name = form.chunkName
    if let existing {
      if let newTag, newTag.count == existing.body.count {
        return [FileSplice(range: existing.body, bytes: newTag)]
      }
      let isPadded = existing.body.count % 2 != 0 && existing.body.upperBound < form.end
      old = (existing.body.lowerBound - 8)..<(existing.body.upperBound + (isPadded ? 1 : 0))
      name = existing.name
    }
    var bytes: [UInt8] = []
    // An odd chunk at the end may lack its padding byte.
    if (old.lowerBound - form.start) % 2 != 0, newTag != nil { bytes.append(0) }
    if let newTag {
      bytes += Array(name.utf8) + field(newTag.count, width: 4) + newTag
      if newTag.count % 2 != 0 { bytes.append(0) }
    }
    let newLength = form.end - form.start - 8 - old.count + bytes.count
    let size = FileSplice(
      at: form.sizeOffset, replacing: form.sizeWidth, by: field(newLength, width: form.sizeWidth))
    return [size, FileSplice(range: old, bytes: bytes)]
  }

  private static func littleEndian(_ value: Int, width: Int) -> [UInt8] {
    ID3v2Tag.bigEndian(value, width: width).reversed()
  }
}

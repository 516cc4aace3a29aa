/// Where the ID3v2 tag of a DSF file stands, and the fields that say so.
///
/// *Source:* Sony, "DSF File Format Specification", version 1.01, 2005.
struct DSFTag {
  /// The tag; empty at the end of the file when there is none.
  let range: Range<Int>

  /// Places of the little-endian 64-bit fields for the file's size and the tag's place.
  static let fileSizeOffset = 12
  static let pointerOffset = 20

  /// - Returns: Nil when the file's header is not DSF's, or points out of the file.
  init?(file: InputFile) {
    guard let head = try? file.bytes(at: 0, count: 28), head.hasText("DSD "),
      let pointer = head.littleEndian(at: Self.pointerOffset, width: 8), pointer <= file.size
    else { return nil }
    guard pointer > 0 else {
      range = file.size..<file.size
      return
    }
    guard let tag = try? file.bytes(at: pointer, count: 10),
      let length = TagEnvelope.id3v2Length(tag), length <= file.size - pointer
    else { return nil }
    range = pointer..<(pointer + length)
  }
}

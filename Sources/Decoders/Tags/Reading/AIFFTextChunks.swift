/// The text chunks of an AIFF file, which TagLib does not read: it knows only the ID3 chunk.
///
/// *Source:* Apple, Audio Interchange File Format "AIFF-C", 1991, §Text chunks.
enum AIFFTextChunks {
  struct Value {
    /// The property's name in capitals.
    var property: String
    var bytes: [UInt8]
    /// The format says ASCII; what is beyond it may be UTF-8 or any other eight-bit text.
    var isUTF8: Bool
  }

  private static let propertyNames = ["NAME": "TITLE", "AUTH": "ARTIST", "ANNO": "COMMENT"]
  private static let maximumLength = 4096

  /// The first text of each kind; empty for files of another format.
  static func values(file: InputFile) -> [Value] {
    guard let list = try? ChunkList(file: file, content: 0..<file.size) else { return [] }
    var values: [Value] = []
    for chunk in list.chunks {
      guard let property = propertyNames[chunk.name],
        !values.contains(where: { $0.property == property }),
        let bytes = try? file.bytes(
          at: chunk.body.lowerBound, count: min(chunk.body.count, maximumLength))
      else { continue }
      let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
      values.append(Value(property: property, bytes: bytes, isUTF8: isUTF8))
    }
    return values
  }
}

/// The text chunks of an AIFF file, which TagLib does not read: it knows only the ID3 chunk.
///
/// *Source:* Apple, Audio Interchange File Format "AIFF-C", 1991, §Text chunks.
enum AIFFTextChunks {
  private static let propertyNames = ["NAME": "TITLE", "AUTH": "ARTIST"]
  private static let maximumLength = 4096

  /// Title and artist by TagLib's names for them; empty for files of another format.
  static func properties(file: InputFile, format: FileFormat) -> [String: String] {
    guard format == .aiff, let list = try? ChunkList(file: file, content: 0..<file.size)
    else { return [:] }
    var properties: [String: String] = [:]
    for chunk in list.chunks {
      guard let name = propertyNames[chunk.name], properties[name] == nil,
        let bytes = try? file.bytes(
          at: chunk.body.lowerBound, count: min(chunk.body.count, maximumLength)),
        let text = String(validating: bytes, as: UTF8.self) ?? latin1(bytes)
      else { continue }
      properties[name] = text
    }
    return properties
  }

  /// The format says ASCII; what is beyond it and not UTF-8 is taken as ISO 8859-1.
  private static func latin1(_ bytes: [UInt8]) -> String? {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}

/// The blocks of the first audio track of a Matroska file, without their headers.
///
/// Tags, attachments, indexes and the sizes of clusters have no part in it.
struct MatroskaPayload {
  let file: InputFile
  let content: Range<Int>

  /// The longest header of a block: a track's number, a time and flags.
  private static let maximumBlockHeader = 8 + 3

  func hash(into hasher: XXH3Hasher) throws(DecodingError) {
    let tracks = try MatroskaTracks(file: file, content: content)
    guard let track = tracks.audio else {
      if tracks.hasTracks { throw .notAudio(detail: "a Matroska file without sound") }
      // The head is damaged so that no track is found; ffmpeg may get over that.
      return try hasher.update(file: file, range: content)
    }
    typealias ID = MatroskaTracks.ID
    let containers = [ID.segment, ID.cluster, ID.blockGroup]
    var place = content.lowerBound
    while place < content.upperBound {
      let bytes = try file.bytes(at: place, count: 12 + Self.maximumBlockHeader)
      guard let element = EBMLElement(bytes, at: 0) else { break }
      let body = place + element.headerLength
      if containers.contains(element.id) {
        place = body
        continue
      }
      guard let length = element.length, body < content.upperBound else { break }
      let end = body + min(length, content.upperBound - body)
      if element.id == ID.simpleBlock || element.id == ID.block {
        var header = element.headerLength
        if Self.number(bytes, &header) == track.number {
          let start = min(place + header + 3, end)
          try hasher.update(file: file, range: start..<end)
        }
      }
      place = end
    }
    // What is damaged so that it has no more structure still tells one file from another.
    try hasher.update(file: file, range: min(place, content.upperBound)..<content.upperBound)
  }

  private static func number(_ bytes: [UInt8], _ place: inout Int) -> Int? {
    guard place < bytes.count, bytes[place] != 0 else { return nil }
    let width = bytes[place].leadingZeroBitCount + 1
    defer { place += width }
    return bytes.bigEndian(at: place, width: width).map { $0 & ((1 << (7 * width)) - 1) }
  }
}

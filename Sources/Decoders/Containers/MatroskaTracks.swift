/// The first audio track of a Matroska or WebM file.
///
/// Source: RFC 9559; EBML, RFC 8794.
struct MatroskaTracks {
  struct Track: Hashable {
    let number: Int
    /// Nanoseconds that the codec puts before the music.
    let delay: Int
  }

  private(set) var audio: Track?
  /// Whether any track was found, of sound or not.
  private(set) var hasTracks = false

  /// The element's identifier with its length marker, as the standard writes it.
  enum ID {
    static let segment = 0x1853_8067
    static let tracks = 0x1654_AE6B
    static let trackEntry = 0xAE
    static let trackNumber = 0xD7
    static let trackType = 0x83
    static let codecDelay = 0x56AA
    static let cluster = 0x1F43_B675
    static let blockGroup = 0xA0
    static let block = 0xA1
    static let simpleBlock = 0xA3
  }

  private static let maximumElementCount = 10_000

  init(file: InputFile, content: Range<Int>) throws(DecodingError) {
    var place = content.lowerBound
    var entry: (number: Int, type: Int, delay: Int)?
    for _ in 0..<Self.maximumElementCount {
      let bytes = try file.bytes(at: place, count: 20)
      guard let element = EBMLElement(bytes, at: 0) else { break }
      let isEntered = [ID.segment, ID.tracks, ID.trackEntry].contains(element.id)
      let value =
        bytes.bigEndian(
          at: element.headerLength, width: min(element.length ?? 0, 8)) ?? 0
      if element.id == ID.cluster || element.id == ID.trackEntry, let found = entry {
        note(found)
        entry = nil
      }
      if audio != nil || element.id == ID.cluster { break }
      switch element.id {
      case ID.trackEntry: entry = (0, 0, 0)
      case ID.trackNumber: entry?.number = value
      case ID.trackType: entry?.type = value
      case ID.codecDelay: entry?.delay = value
      default: break
      }
      place += element.headerLength
      if !isEntered {
        guard let length = element.length, length <= content.upperBound - place else { break }
        place += length
      }
    }
    if let entry { note(entry) }
  }

  private mutating func note(_ entry: (number: Int, type: Int, delay: Int)) {
    hasTracks = true
    guard audio == nil, entry.type == 2 else { return }
    audio = Track(number: entry.number, delay: entry.delay)
  }
}

/// The header of one EBML element.
struct EBMLElement {
  let id: Int
  /// Nil for "unknown", which streams have.
  let length: Int?
  let headerLength: Int

  init?(_ bytes: [UInt8], at offset: Int) {
    guard offset < bytes.count, bytes[offset] != 0 else { return nil }
    let idLength = bytes[offset].leadingZeroBitCount + 1
    let sizeStart = offset + idLength
    guard idLength <= 4, sizeStart < bytes.count, bytes[sizeStart] != 0,
      let id = bytes.bigEndian(at: offset, width: idLength)
    else { return nil }
    let sizeLength = bytes[sizeStart].leadingZeroBitCount + 1
    guard let size = bytes.bigEndian(at: sizeStart, width: sizeLength) else { return nil }
    let bits = 7 * sizeLength
    let value = size & ((1 << bits) - 1)
    self.id = id
    length = value == (1 << bits) - 1 ? nil : value
    headerLength = idLength + sizeLength
  }
}

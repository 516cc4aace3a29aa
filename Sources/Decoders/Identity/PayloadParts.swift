/// The parts of a file that hold its encoded audio, for formats whose audio lies in one piece or
/// whose tags lie among their chunks.
enum PayloadParts {
  /// - Returns: In the order of the file; all of `content` for formats that put tags around it, and
  ///   for files in which the audio is not found.
  static func ranges(
    of format: FileFormat, file: InputFile, content: Range<Int>
  ) throws(DecodingError) -> [Range<Int>] {
    let found: [Range<Int>]
    switch format {
    case .asf: found = try asf(file, content)
    case .dsf: found = try dsf(file, content)
    case .dsdiff:
      let layout = try DSDIFFLayout(file: file, content: content)
      found = layout.audio.map { [$0.body] } ?? []
    case .musepack: found = try musepack(file, content)
    case .realAudio: found = try realAudio(file, content)
    default: found = []
    }
    return found.isEmpty ? [content] : found
  }

  private static let maximumPartCount = 1_000_000

  /// The packets of the data object, without the file's own number before them.
  ///
  /// Source: Microsoft, "Advanced Systems Format Specification" §3 and §5.
  private static func asf(
    _ file: InputFile, _ content: Range<Int>
  ) throws(DecodingError) -> [Range<Int>] {
    let data: [UInt8] = [
      0x36, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE,
      0x6C,
    ]
    var place = content.lowerBound
    for _ in 0..<1024 {
      let head = try file.bytes(at: place, count: 24)
      guard let size = head.littleEndian(at: 16, width: 8) else { break }
      let isData = head.starts(with: data)
      // A recording that was cut off has no size.
      let length = isData && size < 50 ? content.upperBound - place : size
      guard length >= 24 else { break }
      let end = place + min(length, content.upperBound - place)
      if isData { return [min(place + 50, end)..<end] }
      guard end < content.upperBound else { break }
      place = end
    }
    return []
  }

  /// Source: Sony, "DSF File Format Specification" 1.01: three chunks, of which the third has the
  /// audio; a tag may follow.
  private static func dsf(
    _ file: InputFile, _ content: Range<Int>
  ) throws(DecodingError) -> [Range<Int>] {
    let start = content.lowerBound
    let head = try file.bytes(at: start, count: 92)
    guard let formatLength = head.littleEndian(at: 32, width: 8), formatLength >= 52,
      formatLength < content.count - 28
    else { return [] }
    let data = start + 28 + formatLength
    let header = try file.bytes(at: data, count: 12)
    guard header.hasText("data"), let length = header.littleEndian(at: 4, width: 8), length >= 12
    else { return [] }
    let body = min(data + 12, content.upperBound)
    let end = data + min(length, content.upperBound - data)
    return [start + 28..<data, body..<max(body, end)]
  }

  /// Musepack keeps ReplayGain among the audio: in the header of version 7, in a packet of
  /// version 8.
  ///
  /// Source: "Musepack SV7" and "Musepack SV8" at trac.musepack.net.
  private static func musepack(
    _ file: InputFile, _ content: Range<Int>
  ) throws(DecodingError) -> [Range<Int>] {
    let start = content.lowerBound
    guard try file.bytes(at: start, count: 4).hasText("MPCK") else {
      let gain = start + 12..<start + 20
      guard gain.upperBound < content.upperBound else { return [] }
      return [start..<gain.lowerBound, gain.upperBound..<content.upperBound]
    }
    var parts: [Range<Int>] = []
    var place = start + 4
    while place < content.upperBound, parts.count < maximumPartCount {
      let head = try file.bytes(at: place, count: 12)
      var length = 2
      guard head.count >= 3, let size = CodedLength.variableLength(head, &length), size >= length
      else { break }
      let end = place + min(size, content.upperBound - place)
      if head.hasText("SH") || head.hasText("AP") { parts.append(place..<end) }
      place = end
    }
    // What is damaged so that it has no more structure still tells one file from another.
    if place < content.upperBound { parts.append(place..<content.upperBound) }
    return parts
  }

  /// The data chunks; RealAudio's oldest files have no chunks.
  private static func realAudio(
    _ file: InputFile, _ content: Range<Int>
  ) throws(DecodingError) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var place = content.lowerBound
    for _ in 0..<4096 where place < content.upperBound {
      let head = try file.bytes(at: place, count: 8)
      guard let size = head.bigEndian32(at: 4), size >= 8, !head.starts(with: [0x2E, 0x72, 0x61])
      else { break }
      let end = place + min(size, content.upperBound - place)
      if head.hasText("DATA") { parts.append(place + 8..<end) }
      place = end
    }
    return parts
  }
}

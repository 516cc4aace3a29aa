/// The bytes of a file that are neither tags nor tables of places, for formats without a payload
/// hash: enough to see that writing tags left the audio alone.
struct AudioBytes {
  private let file: InputFile
  private let probe: FormatProbe
  private let ranges: [Range<Int>]

  private static let maximumCount = 4096

  init(file: InputFile, probe: FormatProbe) throws(DecodingError) {
    self.file = file
    self.probe = probe
    switch probe.format {
    case .mp4: ranges = try Self.boxes(file: file, in: probe.content)
    case .asf: ranges = try Self.dataObjects(file: file, in: probe.content)
    case .dsf:
      // Header, format chunk and data chunk; the header's first 28 bytes tell of the tag.
      let end = DSFTag(file: file)?.range.lowerBound ?? file.size
      ranges = [min(28, end)..<end]
    default: ranges = [probe.content]
    }
    guard ranges.contains(where: { !$0.isEmpty }) else {
      throw .malformed(detail: "no audio was found")
    }
  }

  func hash() throws(DecodingError) -> PayloadHash {
    let hasher = try XXH3Hasher(marker: "bytes")
    if probe.format == .oggSpeex {
      try OggPayload(file: file, content: probe.content).hash(into: hasher)
      return hasher.finish()
    }
    for range in ranges { try hasher.update(file: file, range: range) }
    return hasher.finish()
  }

  /// The contents of MP4's `mdat` boxes (ISO/IEC 14496-12 §4.2).
  private static func boxes(
    file: InputFile, in content: Range<Int>
  ) throws(DecodingError) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var place = content.lowerBound
    for _ in 0..<maximumCount {
      let head = try file.bytes(at: place, count: 16)
      guard var length = head.bigEndian32(at: 0), head.count >= 8 else { break }
      var headerLength = 8
      if length == 1, let long = head.bigEndian(at: 8, width: 8) {
        (length, headerLength) = (long, 16)
      }
      if length == 0 { length = content.upperBound - place }
      guard length >= headerLength, length <= content.upperBound - place else { break }
      if head.hasText("mdat", at: 4) { ranges.append(place + headerLength..<place + length) }
      place += length
    }
    return ranges
  }

  /// What is behind ASF's header object: data and indexes (ASF specification §2).
  private static func dataObjects(
    file: InputFile, in content: Range<Int>
  ) throws(DecodingError) -> [Range<Int>] {
    let head = try file.bytes(at: content.lowerBound, count: 24)
    guard let length = head.littleEndian(at: 16, width: 8), length <= content.count else {
      throw .malformed(detail: "the ASF header's length")
    }
    return [content.lowerBound + length..<content.upperBound]
  }
}

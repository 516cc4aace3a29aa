/// How long the music in a file is by the file's own header, for the formats that count.
struct CodedLength: Hashable {
  /// Frames of music.
  let frameCount: Int
  /// The rate that they are counted at; nil for the rate of the decoded audio.
  var sampleRate: Int?
  /// Frames that the decoder puts before the music, where the format fixes it: what follows them
  /// is cut at `frameCount`. Nil where decoders deliver no more than the music.
  var delay: Int?

  /// - Returns: Nil when the file does not say.
  init?(format: FileFormat, file: InputFile, content: Range<Int>) throws(DecodingError) {
    let head = try file.bytes(at: content.lowerBound, count: 128)
    let length: CodedLength?
    switch format {
    case .trueAudio: length = Self.counted(head.littleEndian32(at: 14))
    case .wavPack: length = Self.wavPack(head)
    case .monkeysAudio: length = Self.monkeysAudio(head)
    case .musepack: length = head.hasText("MPCK") ? Self.musepack8(head) : Self.musepack7(head)
    case .dsf: length = Self.dsf(head)
    case .dsdiff: length = try Self.dsdiff(file: file, content: content)
    default: length = nil
    }
    guard let length, length.frameCount > 0, length.frameCount < Self.maximumCount else {
      return nil
    }
    self = length
  }

  private init(_ frameCount: Int, sampleRate: Int? = nil, delay: Int? = nil) {
    self.frameCount = frameCount
    self.sampleRate = sampleRate
    self.delay = delay
  }

  /// More than centuries of music, and few enough to reckon with.
  private static let maximumCount = 1 << 48

  private static func counted(_ count: Int?) -> CodedLength? {
    count.map { CodedLength($0) }
  }

  /// Source: "WavPack 4 & 5 Binary File / Block Format", block header.
  private static func wavPack(_ head: [UInt8]) -> CodedLength? {
    guard let count = head.littleEndian32(at: 12), count != 0xFFFF_FFFF,
      let flags = head.littleEndian32(at: 24), flags & dsdFlag == 0
    else { return nil }
    // Forty bits since version 5.
    return CodedLength(count | Int(head[11]) << 32)
  }

  /// WavPack's mark of DSD, whose counts are of bytes.
  static let dsdFlag = 1 << 31

  /// Source: the headers as the Monkey's Audio SDK names their fields, before and since 3.98.
  private static func monkeysAudio(_ head: [UInt8]) -> CodedLength? {
    guard let version = head.littleEndian16(at: 4) else { return nil }
    let blocksPerFrame: Int?
    let place: (frameCount: Int, lastFrame: Int)
    if version >= 3980 {
      guard let start = head.littleEndian32(at: 8), start < head.count else { return nil }
      blocksPerFrame = head.littleEndian32(at: start + 4)
      place = (start + 12, start + 8)
    } else {
      let level = head.littleEndian16(at: 6) ?? 0
      blocksPerFrame =
        version >= 3950 ? 4 * 73_728 : version >= 3900 || level >= 4000 ? 73_728 : 9216
      place = (24, 28)
    }
    guard let blocksPerFrame, blocksPerFrame < maximumBlockCount,
      let frames = head.littleEndian32(at: place.frameCount), frames > 0,
      let last = head.littleEndian32(at: place.lastFrame)
    else { return nil }
    return CodedLength(blocksPerFrame * (frames - 1) + last)
  }

  /// Ten times what the highest level of compression has in a frame.
  private static let maximumBlockCount = 1 << 24

  /// The delay of the filter bank of MPEG layer II, which Musepack has inherited.
  private static let musepackDelay = 481

  /// Source: "Musepack SV7" at trac.musepack.net: 1152 frames a packet; whether the last one is
  /// shorter is said in twelve bits of the sixth word.
  private static func musepack7(_ head: [UInt8]) -> CodedLength? {
    guard head.count > 24, head[3] & 15 == 7, let packets = head.littleEndian32(at: 4),
      packets > 0, let word = head.littleEndian32(at: 20)
    else { return nil }
    let last = word >> 20 & 0x7FF
    let isExact = word >> 31 == 1
    return CodedLength(
      isExact ? (packets - 1) * 1152 + last : packets * 1152 - musepackDelay,
      delay: musepackDelay)
  }

  /// Source: "Musepack SV8" at trac.musepack.net, stream header packet.
  private static func musepack8(_ head: [UInt8]) -> CodedLength? {
    guard head.hasText("SH", at: 4) else { return nil }
    var place = 6
    guard variableLength(head, &place) != nil else { return nil }
    // A checksum and the version of the stream.
    place += 5
    guard let count = variableLength(head, &place), let silence = variableLength(head, &place),
      count > silence
    else { return nil }
    return CodedLength(count - silence, delay: musepackDelay + silence)
  }

  /// A number in bytes of seven bits, most significant first; the last has its top bit clear.
  static func variableLength(_ bytes: [UInt8], _ place: inout Int) -> Int? {
    var value = 0
    for _ in 0..<8 where place < bytes.count {
      value = value << 7 | Int(bytes[place] & 0x7F)
      place += 1
      if bytes[place - 1] & 0x80 == 0 { return value }
    }
    return nil
  }

  /// Source: Sony, "DSF File Format Specification" 1.01.
  private static func dsf(_ head: [UInt8]) -> CodedLength? {
    guard let rate = head.littleEndian32(at: 56), rate > 0,
      let count = head.littleEndian(at: 64, width: 8)
    else { return nil }
    return CodedLength(count, sampleRate: rate)
  }

  /// Source: Philips, "DSDIFF 1.5 File Format Specification".
  private static func dsdiff(
    file: InputFile, content: Range<Int>
  ) throws(DecodingError) -> CodedLength? {
    let layout = try DSDIFFLayout(file: file, content: content)
    guard let rate = layout.sampleRate, let channels = layout.channelCount, channels > 0,
      let audio = layout.audio, !layout.isCompressed, audio.claimedLength < maximumCount
    else { return nil }
    return CodedLength(audio.claimedLength / channels * 8, sampleRate: rate)
  }
}

extension CodedLength {
  /// The length in frames of another rate, rounded.
  func frameCount(at rate: Int) -> Int {
    guard let sampleRate, sampleRate > 0 else { return frameCount }
    return frameCount.converted(from: sampleRate, to: rate)
  }
}

extension Int {
  /// A position or length counted at one rate, counted at another: rounded, and limited to what no
  /// file reaches. For numbers from 0 on and rates above 0.
  func converted(from rate: Int, to other: Int) -> Int {
    if rate == other { return self }
    return Int(Swift.min((Double(self) * Double(other) / Double(rate)).rounded(), 0x1p62))
  }
}

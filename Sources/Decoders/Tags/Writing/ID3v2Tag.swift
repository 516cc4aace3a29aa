/// An ID3v2 tag taken apart into frames that stay as they are, byte for byte.
///
/// TagLib reads every version into one model and writes that model anew: frames that its model
/// lacks are lost, and version 2.2 becomes another. Changing one frame must not touch the others,
/// so tags are edited here.
///
/// Sources: id3.org, "ID3 tag version 2.2.0", "2.3.0" and "2.4.0 – Main Structure".
struct ID3v2Tag: PreservedTag {
  static let kind = PreviousTags.Kind.id3v2

  /// One frame with its header.
  struct Frame: Hashable {
    /// Three capital letters or digits in version 2.2, else four.
    let id: String
    let bytes: [UInt8]
  }

  /// 2, 3 or 4.
  let version: UInt8
  private let revision: UInt8
  private let flags: UInt8
  private let extendedHeader: [UInt8]
  var frames: [Frame]
  /// What stands behind the frames: zeros as padding, or something broken that is kept.
  private let rest: [UInt8]
  /// The length of the whole tag as it was read, 0 for a new one.
  let length: Int

  var isAbsent: Bool { length == 0 }
  var pieces: [[UInt8]] { frames.map(\.bytes) }

  init(parsing bytes: [UInt8]?) throws(TagWritingError) {
    guard let bytes else {
      // A new tag without frames. Version 2.3 is the one that every player reads.
      version = 3
      revision = 0
      flags = 0
      extendedHeader = []
      frames = []
      rest = []
      length = 0
      return
    }
    guard TagEnvelope.id3v2Length(bytes) == bytes.count, (2...4).contains(bytes[3]) else {
      throw .malformed(detail: "the ID3v2 tag's header")
    }
    version = bytes[3]
    revision = bytes[4]
    flags = bytes[5]
    length = bytes.count
    if version == 2, flags & Flag.compressedIn22 != 0 {
      throw .unsupported(detail: "a compressed ID3v2.2 tag")
    }
    let hasFooter = version == 4 && flags & Flag.footer != 0
    var body = Array(bytes[10..<(bytes.count - (hasFooter ? 10 : 0))])
    if Self.isUnsynchronised(version: version, flags: flags) { body = Self.synchronised(body) }
    let headerLength = try Self.extendedHeaderLength(body, version: version, flags: flags)
    extendedHeader = Array(body[..<headerLength])
    (frames, rest) = Self.frames(in: body[headerLength...], version: version)
    guard try rendered(length: bytes.count) == bytes else {
      throw .malformed(detail: "the ID3v2 tag cannot be rewritten without changing it")
    }
  }

  /// The tag, as long as `length` if its frames leave room for that, else longer with some new
  /// padding; never longer than needed when something other than padding ends it.
  func rendered(length: Int) throws(TagWritingError) -> [UInt8] {
    let hasFooter = version == 4 && flags & Flag.footer != 0
    let content = frames.flatMap(\.bytes)
    let isPadded = !hasFooter && rest.allSatisfy { $0 == 0 }
    let wanted = length - 10 - (hasFooter ? 10 : 0)
    var padding = 0
    if isPadded {
      let bare = body(content, padding: 0)
      padding = wanted - bare.count
      // Where the last byte is 0xFF, the first zero behind it costs another one.
      if padding > 0, body(content, padding: padding).count > wanted { padding -= 1 }
      if padding < 0 { padding = Self.newPadding + (content.count + Self.newPadding) % 2 }
    }
    let whole = body(isPadded ? content : content + rest, padding: padding)
    guard whole.count < 1 << 28 else { throw .unsupported(detail: "an ID3v2 tag beyond 256 MB") }
    let size = Self.synchsafe(whole.count)
    let header = Array("ID3".utf8) + [version, revision, flags] + size
    let footer = hasFooter ? Array("3DI".utf8) + [version, revision, flags] + size : []
    return header + whole + footer
  }

  /// A file can be without this tag.
  func renderedWithout(length: Int) -> [UInt8]? { nil }

  /// Room for the next change, so that it need not move the music.
  private static let newPadding = 1024

  private enum Flag {
    static let unsynchronised: UInt8 = 0x80
    static let compressedIn22: UInt8 = 0x40
    static let extendedHeader: UInt8 = 0x40
    static let footer: UInt8 = 0x10
  }

  /// All between header and footer.
  private func body(_ content: [UInt8], padding: Int) -> [UInt8] {
    var head = extendedHeader
    // Version 2.3 repeats the length of the padding there.
    if version == 3, head.count >= 10 {
      head.replaceSubrange(6..<10, with: Self.bigEndian(padding, width: 4))
    }
    let whole = head + content + [UInt8](repeating: 0, count: padding)
    return Self.isUnsynchronised(version: version, flags: flags)
      ? Self.unsynchronised(whole) : whole
  }

  // MARK: - Taking apart

  private static func extendedHeaderLength(
    _ body: [UInt8], version: UInt8, flags: UInt8
  ) throws(TagWritingError) -> Int {
    guard version > 2, flags & Flag.extendedHeader != 0 else { return 0 }
    guard body.count >= 6 else { throw .malformed(detail: "the ID3v2 tag's extended header") }
    let size: Int
    let hasChecksum: Bool
    if version == 3 {
      size = 4 + (body.bigEndian32(at: 0) ?? 0)
      hasChecksum = body[4] & 0x80 != 0
    } else {
      size = body[..<4].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
      hasChecksum = body[5] & 0x20 != 0
    }
    guard size >= 6, size <= body.count else {
      throw .malformed(detail: "the ID3v2 tag's extended header")
    }
    guard !hasChecksum else { throw .unsupported(detail: "an ID3v2 tag with a checksum") }
    return size
  }

  /// The frames at the start, and what is behind the last.
  private static func frames(
    in body: ArraySlice<UInt8>, version: UInt8
  ) -> (frames: [Frame], rest: [UInt8]) {
    var frames: [Frame] = []
    var place = body.startIndex
    while let length = frameLength(body, at: place, version: version) {
      let id = String(decoding: body[place..<place + idLength(version)], as: UTF8.self)
      frames.append(Frame(id: id, bytes: Array(body[place..<place + length])))
      place += length
    }
    return (frames, Array(body[place...]))
  }

  /// The length of the frame at `place` with its header; nil when none is there.
  private static func frameLength(
    _ body: ArraySlice<UInt8>, at place: Int, version: UInt8
  ) -> Int? {
    let headerLength = version == 2 ? 6 : 10
    let idLength = idLength(version)
    guard place + headerLength <= body.endIndex,
      body[place..<place + idLength].allSatisfy({
        (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
      })
    else { return nil }
    let field = body[place + idLength..<place + (version == 2 ? 6 : 8)]
    let plain = field.reduce(0) { $0 << 8 | Int($1) }
    func fits(_ size: Int) -> Bool { size <= body.endIndex - place - headerLength }
    guard version == 4 else { return fits(plain) ? headerLength + plain : nil }
    let synchsafe = field.reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    // Old versions of iTunes wrote plain sizes; the two differ from 128 bytes on. The one behind
    // which a frame, padding or the end stands is right.
    let isSynchsafe = field.allSatisfy { $0 < 0x80 }
    func leadsOn(_ size: Int) -> Bool {
      guard fits(size) else { return false }
      let next = place + headerLength + size
      return next == body.endIndex || body[next] == 0 || (0x41...0x5A).contains(body[next])
    }
    if isSynchsafe, leadsOn(synchsafe) || !leadsOn(plain) {
      return fits(synchsafe) ? headerLength + synchsafe : nil
    }
    return fits(plain) ? headerLength + plain : nil
  }

  private static func idLength(_ version: UInt8) -> Int { version == 2 ? 3 : 4 }

  // MARK: - Bytes

  /// Before version 2.4 the whole tag is unsynchronised; since then each frame by itself.
  private static func isUnsynchronised(version: UInt8, flags: UInt8) -> Bool {
    version < 4 && flags & Flag.unsynchronised != 0
  }

  /// Puts a zero behind each 0xFF that could be taken for the start of an MPEG frame.
  static func unsynchronised(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 64)
    for (index, byte) in bytes.enumerated() {
      result.append(byte)
      guard byte == 0xFF else { continue }
      guard index + 1 < bytes.count else {
        result.append(0)
        break
      }
      if bytes[index + 1] == 0 || bytes[index + 1] >= 0xE0 { result.append(0) }
    }
    return result
  }

  static func synchronised(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isBehindFF = false
    for byte in bytes {
      if !(isBehindFF && byte == 0) { result.append(byte) }
      isBehindFF = byte == 0xFF
    }
    return result
  }

  static func synchsafe(_ value: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) }
  }

  static func bigEndian(_ value: Int, width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

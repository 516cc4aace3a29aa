/// One box of an MP4, M4A or QuickTime file: what everything in them is made of.
///
/// Source: ISO/IEC 14496-12 §4.2.
struct MP4Box {
  let type: String
  /// The bytes behind the header, as far as they lie in what was searched.
  let body: Range<Int>
  /// Whether the box claims to be longer than that.
  let isCut: Bool

  /// More boxes side by side than this are not looked at. A day of music in fragments of ten
  /// seconds has 17,000.
  private static let maximumCount = 100_000

  /// The boxes that stand one behind the other in a part of a file.
  static func list(in file: InputFile, _ range: Range<Int>) throws(DecodingError) -> [MP4Box] {
    var boxes: [MP4Box] = []
    var place = range.lowerBound
    while boxes.count < maximumCount, range.upperBound - place >= 8 {
      let head = try file.bytes(at: place, count: 16)
      guard let box = MP4Box(head, at: place, end: range.upperBound) else { break }
      boxes.append(box)
      place = box.body.upperBound
    }
    return boxes
  }

  private init?(_ head: [UInt8], at place: Int, end: Int) {
    guard head.count >= 8, let short = head.bigEndian32(at: 0) else { return nil }
    var headerLength = 8
    var length: Int?
    switch short {
    case 0: length = end - place
    case 1:
      headerLength = 16
      // Longer than any file: cut below.
      length = head.count == 16 ? head.bigEndian(at: 8, width: 8) ?? Int.max : nil
    default: length = short
    }
    guard let length, length >= headerLength, place + headerLength <= end else { return nil }
    type = String(decoding: head[4..<8], as: UTF8.self)
    isCut = length > end - place
    body = (place + headerLength)..<(place + min(length, end - place))
  }
}

extension [MP4Box] {
  /// The first box of a type.
  subscript(_ type: String) -> MP4Box? {
    first { $0.type == type }
  }
}

extension MP4Box {
  func children(in file: InputFile) throws(DecodingError) -> [MP4Box] {
    try Self.list(in: file, body)
  }

  /// The box at the end of a path of types.
  func descendant(_ path: String..., in file: InputFile) throws(DecodingError) -> MP4Box? {
    var box = self
    for type in path {
      guard let next = try box.children(in: file)[type] else { return nil }
      box = next
    }
    return box
  }

  /// The first bytes of the body.
  func bytes(in file: InputFile, count: Int) throws(DecodingError) -> [UInt8] {
    try file.bytes(at: body.lowerBound, count: Swift.min(body.count, count))
  }
}

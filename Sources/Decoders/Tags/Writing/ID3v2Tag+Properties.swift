/// Properties as frames: which frames hold them, what they say, and new ones.
extension ID3v2Tag {
  func indices(of property: TagProperty) -> [Int] {
    frames.indices.filter { index in
      let frame = frames[index]
      let home = property.frame(version: version)
      guard frame.id == home.id else { return false }
      guard let description = home.description else { return true }
      return fields(of: frame)?.description?.lowercased() == description.lowercased()
    }
  }

  func values(of property: TagProperty) -> [String] {
    indices(of: property).map { fields(of: frames[$0])?.value ?? "" }
  }

  mutating func set(_ property: TagProperty, to value: String?) {
    let old = indices(of: property)
    for index in old.reversed() { frames.remove(at: index) }
    guard let value else { return }
    frames.insert(frame(property, value), at: old.first ?? frames.count)
  }

  mutating func insert(_ saved: PreviousTags.Piece) {
    let id = String(decoding: saved.bytes.prefix(version == 2 ? 3 : 4), as: UTF8.self)
    let place = min(max(saved.index, 0), frames.count)
    frames.insert(Frame(id: id, bytes: saved.bytes), at: place)
  }

  // MARK: - Reading

  /// The description, for frames that have one, and the text behind it; nil for a frame that is
  /// compressed, encrypted or broken.
  private func fields(of frame: Frame) -> (description: String?, value: String)? {
    guard let content = content(of: frame), let encoding = content.first else { return nil }
    var rest = content.dropFirst()
    let isComment = frame.id == "COMM" || frame.id == "COM"
    let isDescribed = isComment || frame.id == "TXXX" || frame.id == "TXX"
    // A comment names its language in three letters.
    if isComment { rest = rest.dropFirst(3) }
    guard isDescribed else { return (nil, Self.text(rest, encoding: encoding)) }
    let isWide = encoding == 1 || encoding == 2
    guard let end = Self.terminator(in: rest, isWide: isWide) else { return nil }
    let description = Self.text(rest[..<end], encoding: encoding)
    let value = Self.text(rest[(end + (isWide ? 2 : 1))...], encoding: encoding)
    return (description, value)
  }

  /// What is behind a frame's header, as it was before unsynchronisation.
  private func content(of frame: Frame) -> [UInt8]? {
    guard version > 2 else { return Array(frame.bytes.dropFirst(6)) }
    guard frame.bytes.count >= 10 else { return nil }
    let flags = frame.bytes[9]
    var content = Array(frame.bytes[10...])
    if version == 3 {
      guard flags & 0xC0 == 0 else { return nil }
      if flags & 0x20 != 0 { content = Array(content.dropFirst()) }
    } else {
      guard flags & 0x0C == 0 else { return nil }
      if flags & 0x02 != 0 { content = Self.synchronised(content) }
      if flags & 0x40 != 0 { content = Array(content.dropFirst()) }
      if flags & 0x01 != 0 { content = Array(content.dropFirst(4)) }
    }
    return content
  }

  /// The place of the zero, or of the pair of zeros, that ends a text.
  private static func terminator(in bytes: ArraySlice<UInt8>, isWide: Bool) -> Int? {
    guard isWide else { return bytes.firstIndex(of: 0) }
    return stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2)
      .first { bytes[$0] == 0 && bytes[$0 + 1] == 0 }
  }

  /// Text without zeros at its end.
  private static func text(_ bytes: ArraySlice<UInt8>, encoding: UInt8) -> String {
    var text: String
    switch encoding {
    case 1, 2:
      var units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      if units.first == 0xFFFE { units = units.map(\.byteSwapped) }
      if units.first == 0xFEFF { units.removeFirst() }
      text = String(decoding: units, as: UTF16.self)
    case 3: text = String(decoding: bytes, as: UTF8.self)
    default: text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
    while text.unicodeScalars.last == "\0" { text.unicodeScalars.removeLast() }
    return text
  }

  // MARK: - Writing

  private func frame(_ property: TagProperty, _ value: String) -> Frame {
    let home = property.frame(version: version)
    let description = home.description ?? ""
    let isASCII = (description + value).utf8.allSatisfy { $0 < 0x80 }
    let encoding: UInt8 = isASCII ? 0 : version == 4 ? 3 : 1
    func coded(_ text: String) -> [UInt8] {
      guard encoding == 1 else { return Array(text.utf8) }
      return [0xFF, 0xFE]
        + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }
    var content = [encoding]
    if let language = home.language { content += Array(language.utf8) }
    if home.description != nil { content += coded(description) + (encoding == 1 ? [0, 0] : [0]) }
    content += coded(value)
    let size: [UInt8] =
      switch version {
      case 2: Self.bigEndian(content.count, width: 3)
      case 3: Self.bigEndian(content.count, width: 4) + [0, 0]
      default: Self.synchsafe(content.count) + [0, 0]
      }
    return Frame(id: home.id, bytes: Array(home.id.utf8) + size + content)
  }
}

extension TagProperty {
  /// The frame that holds the property in a version of ID3v2, with its description if it has one.
  func frame(version: UInt8) -> (id: String, description: String?, language: String?) {
    switch self {
    case .beatsPerMinute: (version == 2 ? "TBP" : "TBPM", nil, nil)
    case .initialKey: (version == 2 ? "TKE" : "TKEY", nil, nil)
    case .soundCheck: (version == 2 ? "COM" : "COMM", "iTunNORM", "eng")
    default: (version == 2 ? "TXX" : "TXXX", rawValue, nil)
    }
  }
}

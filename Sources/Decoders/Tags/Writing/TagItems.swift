internal import CTagLib

/// The items of a file's own kind of tag, read and written by TagLib: Vorbis comments, MP4 atoms,
/// ASF attributes, APEv2 items.
struct TagItems {
  struct Item: Hashable {
    var name: String
    var value: [UInt8]
    var isText: Bool
  }

  let kind: PreviousTags.Kind
  private let library: ctaglib_kind
  private(set) var items: [Item] = []

  /// - Returns: Nil for formats whose tags are of another kind.
  /// - Throws: `malformed` when TagLib cannot read the tags.
  init?(descriptor: Int32, format: FileFormat) throws(TagWritingError) {
    guard let kind = format.itemKind, let library = format.tagKind else { return nil }
    self.kind = kind
    self.library = library
    let collector = Collector()
    let code = withExtendedLifetime(collector) {
      ctaglib_items(
        descriptor, library, itemCallback, Unmanaged.passUnretained(collector).toOpaque())
    }
    guard code == 0 else { throw .malformed(detail: "the tags cannot be read") }
    items = collector.items
  }

  /// The names under which a property stands, in the file's own spelling.
  func names(of property: TagProperty) -> [String] {
    let name = property.itemName(kind).lowercased()
    var names: [String] = []
    for item in items where item.name.lowercased() == name && !names.contains(item.name) {
      names.append(item.name)
    }
    return names
  }

  func values(of property: TagProperty) -> [String] {
    names(of: property).flatMap(values)
  }

  func values(_ name: String) -> [String] {
    items.filter { $0.name == name && $0.isText }.map { String(decoding: $0.value, as: UTF8.self) }
  }

  /// The items that do not belong to any of these properties, in an order of their own.
  func others(than properties: [TagProperty]) -> [Item] {
    let names = Set(properties.flatMap(names))
    return items.filter { !names.contains($0.name) }.sorted {
      ($0.name, $0.value.count) < ($1.name, $1.value.count)
    }
  }

  /// What stands where a change would write.
  func previous(_ changes: TagChanges) -> PreviousTags {
    var previous = PreviousTags(kind: kind)
    for property in changes.properties {
      previous.values[property] = values(of: property)
      previous.items[property] = names(of: property).map {
        PreviousTags.Item(name: $0, values: values($0))
      }
    }
    return previous
  }

  /// The item for a value, under the name that is there already; nil for a removal.
  func new(_ value: String?, for property: TagProperty) -> PreviousTags.Item? {
    value.map { value in
      PreviousTags.Item(
        name: names(of: property).first ?? property.itemName(kind),
        values: [property.itemValue(value, kind)])
    }
  }

  /// Saves values for properties in another open file of the same format.
  func write(
    _ values: [TagProperty: [PreviousTags.Item]], to descriptor: Int32
  ) throws(TagWritingError) {
    var lists: [(name: String, values: [String])] = []
    for (property, items) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for name in names(of: property) where !items.contains(where: { $0.name == name }) {
        lists.append((name, []))
      }
      lists += items.map { ($0.name, $0.values) }
    }
    guard Self.edit(descriptor, library, lists) == 0 else {
      throw .malformed(detail: "TagLib cannot write the tags")
    }
  }

  /// Calls the library with everything as C strings.
  private static func edit(
    _ descriptor: Int32, _ library: ctaglib_kind, _ lists: [(name: String, values: [String])]
  ) -> Int32 {
    // One row of bytes holds all strings; the pointers into it live as long as the closure.
    var bytes: [CChar] = []
    var offsets: [Int] = []
    for text in lists.flatMap({ [$0.name] + $0.values }) {
      offsets.append(bytes.count)
      bytes += text.utf8.filter { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
    }
    return bytes.withUnsafeBufferPointer { buffer in
      let strings = offsets.map { offset in buffer.baseAddress.map { $0 + offset } }
      return strings.withUnsafeBufferPointer { pointers in
        var changes: [ctaglib_change] = []
        var place = 0
        for list in lists {
          changes.append(
            ctaglib_change(
              name: pointers[place], values: pointers.baseAddress.map { $0 + place + 1 },
              count: list.values.count))
          place += 1 + list.values.count
        }
        return ctaglib_edit(descriptor, library, changes, changes.count)
      }
    }
  }

  fileprivate final class Collector {
    var items: [Item] = []
  }
}

private func itemCallback(
  _ context: UnsafeMutableRawPointer?, _ source: UnsafePointer<CChar>?,
  _ name: UnsafePointer<CChar>?, _ nameLength: Int, _ value: UnsafePointer<CChar>?,
  _ valueLength: Int, _ encoding: ctaglib_encoding
) {
  guard let context else { return }
  let name = UnsafeRawBufferPointer(start: name, count: nameLength)
  let value = UnsafeRawBufferPointer(start: value, count: valueLength)
  Unmanaged<TagItems.Collector>.fromOpaque(context).takeUnretainedValue().items.append(
    TagItems.Item(
      name: String(decoding: name, as: UTF8.self), value: Array(value),
      isText: encoding == ctaglib_utf8))
}

extension FileFormat {
  /// The kind of tag that TagLib writes for this format.
  fileprivate var itemKind: PreviousTags.Kind? {
    switch self {
    case .oggFLAC, .oggVorbis, .oggOpus, .oggSpeex: .vorbisComment
    case .mp4: .mp4
    case .asf: .asf
    case .monkeysAudio, .wavPack, .musepack: .apev2
    default: nil
    }
  }
}

extension TagProperty {
  /// The item that holds the property; names that are there already in other letters are kept.
  func itemName(_ kind: PreviousTags.Kind) -> String {
    switch (kind, self) {
    case (.mp4, .beatsPerMinute): "tmpo"
    case (.mp4, .initialKey): "----:com.apple.iTunes:initialkey"
    case (.mp4, .soundCheck): "----:com.apple.iTunes:iTunNORM"
    case (.mp4, _): "----:com.apple.iTunes:" + rawValue
    case (.asf, .beatsPerMinute): "WM/BeatsPerMinute"
    case (.asf, .initialKey): "WM/InitialKey"
    default: rawValue
    }
  }

  /// A value as the item holds it.
  func itemValue(_ value: String, _ kind: PreviousTags.Kind) -> String {
    guard kind == .mp4, self == .beatsPerMinute, let number = TagNumber.decimal(value),
      (0..<65536).contains(number)
    else { return value }
    return TagNumber.text(number, places: 0)
  }
}

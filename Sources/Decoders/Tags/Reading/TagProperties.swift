internal import CTagLib

/// The properties of a file's tags as they stand there: values in order, by upper-case name.
///
/// Of several tags in one file the most trusted comes first (ID3v2, then APEv2, then ID3v1), so
/// that each property is taken from the best tag that has it.
struct TagProperties {
  private struct Value {
    var source: String
    var text: String
    /// The bytes of eight-bit text.
    var bytes: [UInt8]?
  }

  private var values: [String: [Value]] = [:]
  private var count = 0
  private let encoding: LegacyEncoding

  /// Longer values are cut: titles are short, and what is longer is not one.
  private static let maximumLength = 4096
  private static let maximumValueCount = 10_000
  /// The most eight-bit values that are kept as bytes.
  private static let maximumEightBitCount = 64

  /// Reads the tags of an open file; empty when there are none, or none that can be read.
  ///
  /// - Parameter encoding: What eight-bit text is taken for that is not UTF-8.
  init(file: InputFile, probe: FormatProbe, encoding: LegacyEncoding = .windows1252) {
    self.encoding = encoding
    let format = probe.tagFormat
    if let kind = format.tagKind {
      collect { context in ctaglib_read(file.descriptor, kind, visitCallback, context) }
    }
    // TagLib knows neither DSF nor the long forms of WAV.
    if format == .dsf || format == .wave && values.isEmpty,
      let tag = try? ID3v2Place(file: file, probe: probe)?.bytes
    {
      tag.withUnsafeBytes { bytes in
        collect { context in
          ctaglib_read_id3v2(
            bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, visitCallback, context)
        }
      }
    }
    if format == .aiff {
      for chunk in AIFFTextChunks.values(file: file) where values[chunk.property] == nil {
        add(source: "AIFF", name: chunk.property, value: chunk.bytes, isEightBit: !chunk.isUTF8)
      }
    }
  }

  /// For tests of the meaning of values.
  init(_ values: [String: [String]]) {
    encoding = .windows1252
    self.values = values.mapValues { $0.map { Value(source: "", text: $0) } }
  }

  /// The first value that is not empty under the first of `names` that has one.
  subscript(_ names: String...) -> String? {
    for name in names {
      for value in values[name] ?? [] {
        if let text = TagText.cleaned(value.text) { return text }
      }
    }
    return nil
  }

  /// The values whose meaning hangs on the encoding, in the order of their names.
  var eightBitTexts: [EightBitText] {
    var texts: [EightBitText] = []
    for (name, values) in values.sorted(by: { $0.key < $1.key }) {
      for value in values where texts.count < Self.maximumEightBitCount {
        guard let bytes = value.bytes else { continue }
        texts.append(EightBitText(source: value.source, property: name, bytes: bytes))
      }
    }
    return texts
  }

  // MARK: - Collecting

  /// Lets TagLib visit values. What came before TagLib gave up stays: it was read well.
  private mutating func collect(_ visit: (UnsafeMutableRawPointer) -> Int32) {
    let collector = Collector()
    withExtendedLifetime(collector) {
      _ = visit(Unmanaged.passUnretained(collector).toOpaque())
    }
    for (source, name, value, isEightBit) in collector.visited {
      add(source: source, name: name, value: value, isEightBit: isEightBit)
    }
  }

  private mutating func add(source: String, name: String, value: [UInt8], isEightBit: Bool) {
    guard count < Self.maximumValueCount else { return }
    count += 1
    // Invalid UTF-8 is repaired here.
    let text = isEightBit ? encoding.text(value) : String(decoding: value, as: UTF8.self)
    values[name.uppercased(), default: []].append(
      Value(source: source, text: text, bytes: isEightBit ? value : nil))
  }

  fileprivate final class Collector {
    var visited: [(source: String, name: String, value: [UInt8], isEightBit: Bool)] = []

    func add(
      source: String, name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer,
      encoding: ctaglib_encoding
    ) {
      guard visited.count < TagProperties.maximumValueCount, encoding != ctaglib_binary else {
        return
      }
      let name = String(decoding: name.prefix(TagProperties.maximumLength), as: UTF8.self)
      let value = Array(value.prefix(TagProperties.maximumLength))
      visited.append((source, name, value, encoding == ctaglib_eight_bit))
    }
  }
}

private func visitCallback(
  _ context: UnsafeMutableRawPointer?, _ source: UnsafePointer<CChar>?,
  _ name: UnsafePointer<CChar>?, _ nameLength: Int, _ value: UnsafePointer<CChar>?,
  _ valueLength: Int, _ encoding: ctaglib_encoding
) {
  guard let context, let source else { return }
  Unmanaged<TagProperties.Collector>.fromOpaque(context).takeUnretainedValue().add(
    source: String(cString: source),
    name: UnsafeRawBufferPointer(start: name, count: nameLength),
    value: UnsafeRawBufferPointer(start: value, count: valueLength), encoding: encoding)
}

extension FileFormat {
  /// TagLib's class for this format, nil where it has none.
  var tagKind: ctaglib_kind? {
    switch self {
    case .mpegAudio, .adts: ctaglib_mpeg
    case .flac: ctaglib_flac
    case .oggFLAC: ctaglib_ogg_flac
    case .oggVorbis: ctaglib_ogg_vorbis
    case .oggOpus: ctaglib_ogg_opus
    case .oggSpeex: ctaglib_ogg_speex
    case .wave: ctaglib_wave
    case .aiff: ctaglib_aiff
    case .mp4: ctaglib_mp4
    case .asf: ctaglib_asf
    case .monkeysAudio: ctaglib_monkeys_audio
    case .wavPack: ctaglib_wavpack
    case .musepack: ctaglib_musepack
    case .trueAudio: ctaglib_true_audio
    default: nil
    }
  }

  /// Sets one property of a file's tags, as any tagging program would.
  ///
  /// - Returns: Whether TagLib could read the file and write it.
  func setTag(_ name: String, to value: String, descriptor: Int32) -> Bool {
    guard let kind = tagKind else { return false }
    return ctaglib_write(descriptor, kind, name, value) == 0
  }
}

internal import CTagLib

/// The properties of a file's tags as TagLib gives them: values in order, by upper-case name.
struct TagProperties {
  private var values: [String: [String]] = [:]

  /// Longer values are cut: titles are short, and what is longer is not one.
  private static let maximumLength = 4096
  private static let maximumValueCount = 10_000

  /// Reads the tags of an open file; empty when there are none, or none that can be read.
  init(file: InputFile, format: FileFormat) {
    guard let kind = format.tagKind else { return }
    let collector = Collector()
    let code = withExtendedLifetime(collector) {
      ctaglib_read(
        file.descriptor, kind, visitCallback, Unmanaged.passUnretained(collector).toOpaque())
    }
    if code == 0 { values = collector.values }
  }

  /// For tests of the meaning of values.
  init(_ values: [String: [String]]) {
    self.values = values
  }

  /// Adds what is not there yet.
  mutating func fill(from others: [String: String]) {
    for (name, value) in others where values[name] == nil { values[name] = [value] }
  }

  /// The first value that is not empty under the first of `names` that has one.
  subscript(_ names: String...) -> String? {
    for name in names {
      for value in values[name] ?? [] {
        if let text = TagText.cleaned(value) { return text }
      }
    }
    return nil
  }

  fileprivate final class Collector {
    var values: [String: [String]] = [:]
    private var count = 0

    func add(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
      guard count < TagProperties.maximumValueCount else { return }
      count += 1
      // Invalid UTF-8, as lone surrogates give it, is repaired here.
      let name = String(decoding: name.prefix(TagProperties.maximumLength), as: UTF8.self)
      let value = String(decoding: value.prefix(TagProperties.maximumLength), as: UTF8.self)
      values[name.uppercased(), default: []].append(value)
    }
  }
}

private func visitCallback(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?, _ nameLength: Int,
  _ value: UnsafePointer<CChar>?, _ valueLength: Int
) {
  guard let context else { return }
  Unmanaged<TagProperties.Collector>.fromOpaque(context).takeUnretainedValue().add(
    name: UnsafeRawBufferPointer(start: name, count: nameLength),
    value: UnsafeRawBufferPointer(start: value, count: valueLength))
}

extension FileFormat {
  /// TagLib's class for this format, nil where it has none.
  fileprivate var tagKind: ctaglib_kind? {
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

  /// Sets one property of a file's tags, as a tagging program would.
  ///
  /// - Returns: Whether TagLib could read the file and write it.
  func setTag(_ name: String, to value: String, descriptor: Int32) -> Bool {
    guard let kind = tagKind else { return false }
    return ctaglib_write(descriptor, kind, name, value) == 0
  }
}

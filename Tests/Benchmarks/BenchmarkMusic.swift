import Decoders
import Glibc
import TestSupport

/// The files to measure on, by codec.
struct BenchmarkMusic {
  struct Group {
    var codec: String
    var files: [FilePath]
    var minutes: Double
  }

  let groups: [Group]
  /// Of music made here; nil for a folder of the user's.
  let madeOf: DemoSong?
  /// Holds what was made until the end.
  private let temporary: TemporaryDirectory?

  /// - Parameters:
  ///   - folder: Where to look, at any depth; nil to make one song in every format.
  ///   - filesPerCodec: The most files of each codec, evenly out of all.
  init(folder: FilePath?, filesPerCodec: Int = 4) throws {
    if let folder {
      madeOf = nil
      temporary = nil
      groups = Self.grouped(Self.files(below: folder).sorted(), filesPerCodec: filesPerCodec)
      return
    }
    let song = DemoSong(
      title: "Benchmark", beatsPerMinute: 126, tonic: 9, isMinor: true, barCount: 64)
    let directory = TemporaryDirectory()
    let kinds: [AudioFileWriter.Kind] = [.wav16, .flac, .mp3, .vorbis, .opus]
    for kind in kinds {
      let rate = kind == .opus ? 48_000 : 44_100
      AudioFileWriter.write(
        song.render(sampleRate: rate), sampleRate: rate,
        to: directory.appending("song.\(kind.fileExtension)"), as: kind)
    }
    madeOf = song
    temporary = directory
    groups = Self.grouped(
      Self.files(below: directory.path).sorted(), filesPerCodec: filesPerCodec)
  }

  /// A few files of every codec, evenly out of all of them, with their lengths by decoding.
  private static func grouped(_ files: [FilePath], filesPerCodec: Int) -> [Group] {
    var byCodec: [String: [FilePath]] = [:]
    for file in files {
      guard let reader = try? AudioAsset(path: file).open() else { continue }
      byCodec[reader.report.codec, default: []].append(file)
    }
    return byCodec.keys.sorted().map { codec in
      let all = byCodec[codec] ?? []
      let stride = max(all.count / filesPerCodec, 1)
      let chosen = all.indices.filter { $0 % stride == 0 }.prefix(filesPerCodec).map { all[$0] }
      let minutes = chosen.reduce(0) { $0 + ((try? Recording($1).minutes) ?? 0) }
      return Group(codec: codec, files: chosen, minutes: minutes)
    }
  }

  /// All files in a folder, at any depth.
  static func files(below folder: FilePath) -> [FilePath] {
    guard let stream = folder.withCString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var files: [FilePath] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard name.first != UInt8(ascii: ".") else { continue }
      let path = folder.appending(name)
      switch Int32(entry.pointee.d_type) {
      case Int32(DT_DIR): files += Self.files(below: path)
      case Int32(DT_REG): files.append(path)
      default: break
      }
    }
    return files
  }
}

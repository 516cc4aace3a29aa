import Decoders
import Glibc
import TestSupport
import Testing

@testable import Catalog

/// Scans of real files, decoded and analysed by the real code.
@Suite struct ScannerFilesTests {
  private let music = TemporaryDirectory()
  private let store: TemporaryCatalog

  init() throws {
    store = try TemporaryCatalog()
  }

  private static let song = DemoSong(
    title: "Song", style: .house, beatsPerMinute: 125, tonic: 9, isMinor: true, barCount: 4)
  private static let planes = song.render(sampleRate: 22_050)

  private func write(
    _ name: String, as kind: AudioFileWriter.Kind = .wav16, gain: Float = 1,
    planes: [[Float]] = Self.planes, tags: AudioFileWriter.TextTags = .init()
  ) {
    write(to: music.appending(name), as: kind, gain: gain, planes: planes, tags: tags)
  }

  private func write(
    to path: FilePath, as kind: AudioFileWriter.Kind = .wav16, gain: Float = 1,
    planes: [[Float]] = Self.planes, tags: AudioFileWriter.TextTags = .init()
  ) {
    AudioFileWriter.write(
      planes.map { $0.map { $0 * gain } }, sampleRate: 22_050, to: path, as: kind, tags: tags)
  }

  private func scan() async throws -> ScanSummary {
    let options = Scanner.Options(roots: [music.path], jobs: 2)
    return try await Scanner(catalog: store.catalog, options: options).run()
  }

  private func tracks() async throws -> [Track] {
    try await store.catalog.tracks(matching: Query()).sorted { $0.path < $1.path }
  }

  @Test func `all formats are scanned, and none is opened again`() async throws {
    let kinds: [AudioFileWriter.Kind] = [.wav16, .flac, .mp3, .vorbis, .aiff]
    for kind in kinds { write("\(kind).\(kind.fileExtension)", as: kind, tags: .init(title: "T")) }
    let first = try await scan()
    #expect(first.analysed == kinds.count && first.failed.isEmpty)
    for track in try await tracks() {
      #expect(abs(track.duration - Double(Self.planes[0].count) / 22_050) < 0.01, "\(track.path)")
      #expect(track.integrated != nil && track.energy != nil, "\(track.path)")
      #expect(track.sampleRate == 22_050 && track.channelCount == 2)
    }
    let second = try await scan()
    #expect(second.unchanged == kinds.count && second.analysed == 0 && second.attached == 0)
  }

  @Test func `each broken file is a row or an error, and the good ones are scanned`() async throws {
    write("a good.wav")
    music.write([], to: "empty.mp3")
    music.write([0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [0, 1], to: "picture.mp3")
    music.write([UInt8](repeating: 0x20, count: 5000), to: "text.ogg")
    write("whole.mp3", as: .mp3, gain: 0.9)
    let whole = TemporaryDirectory.contents(of: music.appending("whole.mp3"))
    music.write(Array(whole.prefix(whole.count / 2)), to: "half.mp3")
    var liar = TemporaryDirectory.contents(of: music.appending("a good.wav"))
    let data = try #require(
      liar.indices.first { liar[$0...].starts(with: Array("data".utf8)) })
    liar.replaceSubrange(data + 4..<data + 8, with: [0xFF, 0xFF, 0xFF, 0x7F])
    music.write(liar, to: "liar.wav")
    write("silent.wav", gain: 0)
    write("short.wav", planes: Self.planes.map { Array($0.prefix(4410)) })
    var broken = Self.planes
    broken[0][1000] = .nan
    broken[1][2000] = .infinity
    write("nan.wav", as: .wavFloat, planes: broken)
    music.write(Array("\0\0\0\u{20}ftypM4A ".utf8) + [UInt8](repeating: 0, count: 500), to: "x.m4a")
    write(to: music.path.appending([0x61, 0xE9] + Array(".wav".utf8)), gain: 0.8)
    write(to: music.path.appending(Array("new\nline.wav".utf8)), gain: 0.7)

    let summary = try await scan()
    #expect(
      summary.failed.map { $0.path.lastComponent.displayText } == [
        "empty.mp3", "picture.mp3", "text.ogg", "x.m4a",
      ])
    #expect(summary.failed.map(\.code) == ["empty", "notAudio", "notAudio", "malformed"])
    #expect(summary.failed.allSatisfy { !$0.reason.isEmpty })
    let rows = Dictionary(
      uniqueKeysWithValues: try await tracks().map { ($0.path.lastComponent.displayText, $0) })
    #expect(
      Set(rows.keys) == [
        "a good.wav", "whole.mp3", "half.mp3", "liar.wav", "silent.wav", "short.wav", "nan.wav",
        "a\\xe9.wav", "new\\x0aline.wav",
      ])
    #expect(rows["silent.wav"]?.integrated == nil)
    #expect(rows["silent.wav"]?.loudnessReason == "silence")
    #expect(rows["silent.wav"]?.energy == nil)
    #expect(rows["short.wav"]?.integrated == nil)
    #expect(rows["half.mp3"]?.isTruncated == true)
    #expect(rows["a\\xe9.wav"]?.integrated != nil && rows["new\\x0aline.wav"]?.integrated != nil)
    // A second scan tries none of them again.
    #expect(try await scan().unchanged == summary.found)
  }

  @Test func `a quiet master has the energy of a loud one`() async throws {
    write("loud.wav", as: .wavFloat, gain: 1)
    write("quiet.wav", as: .wavFloat, gain: 0.05)
    _ = try await scan()
    let energies = try await tracks().compactMap(\.energy)
    try #require(energies.count == 2)
    #expect(abs(energies[0] - energies[1]) <= 0.1)
  }

  @Test func `a file beyond PATH_MAX is analysed`() async throws {
    let name = String(repeating: "d", count: 250)
    var bases = [music.path.withCString { open($0, O_RDONLY | O_DIRECTORY) }]
    for _ in 0..<18 {
      try #require(mkdirat(bases[bases.count - 1], name, 0o755) == 0)
      bases.append(openat(bases[bases.count - 1], name, O_RDONLY | O_DIRECTORY))
    }
    defer {
      unlinkat(bases[18], "x.wav", 0)
      for level in (0..<18).reversed() { unlinkat(bases[level], name, AT_REMOVEDIR) }
      for base in bases { close(base) }
    }
    write("x.wav")
    let moved = music.appending("x.wav").withCString { renameat(AT_FDCWD, $0, bases[18], "x.wav") }
    try #require(moved == 0)
    let summary = try await scan()
    #expect(summary.analysed == 1, "\(summary.failed)")
  }
}

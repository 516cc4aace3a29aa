import Decoders
import FoundationEssentials
import TestSupport
import Testing

/// `mucat report loudness` on files of every kind of trouble.
struct LoudnessCommandTests {
  private struct Library: Sendable {
    let folder = TemporaryDirectory()
    var mucat: MucatProcess { MucatProcess(in: folder) }

    /// An album of two good files, of different rate and depth, and a broken one; an album of two
    /// discs in one folder; and what has no level or only a part of one.
    init() {
      for name in ["mixed", "box", "odd"] { folder.makeFolder(name) }
      let tags = { (title: String, album: String) in
        AudioFileWriter.TextTags(title: title, artist: "Ann", album: album)
      }
      write("mixed/a.wav", Self.tone(-20, rate: 44_100), 44_100, .wav16, tags("A", "Mixed"))
      write("mixed/b.flac", Self.tone(-20, rate: 96_000), 96_000, .flac, tags("B", "Mixed"))
      folder.write(Array("fLaC and nothing more".utf8), to: "mixed/c.flac")
      write("box/1.wav", Self.tone(-12, rate: 8000), 8000, .wav16, tags("<script>", "Box"))
      write("box/2.wav", Self.tone(-30, rate: 8000), 8000, .wav16, tags("Quiet", "Box"))
      write("odd/mono.wav", [Self.tone(-20, rate: 8000)[0]], 8000, .wav16, tags("Mono", "Odd"))
      write("odd/short.wav", Self.tone(-20, rate: 8000, seconds: 0.25), 8000, .wav16)
      write("odd/silence.wav", [[Float](repeating: 0, count: 16_000)], 8000, .wav16)
      let square = Self.tone(20, rate: 44_100, seconds: 20).map { $0.map { min(max($0, -1), 1) } }
      write("odd/loud.mp3", square, 44_100, .mp3)
      let whole = TemporaryDirectory.contents(of: folder.appending("odd/loud.mp3"))
      folder.write(Array(whole.prefix(whole.count / 4)), to: "odd/cut.mp3")
      write("odd/over.wav", Self.tone(6.02, rate: 8000), 8000, .wavFloat)
    }

    private static func tone(_ level: Double, rate: Int, seconds: Double = 4) -> [[Float]] {
      let plane = Signals.sine(
        1000, amplitude: Signals.amplitude(dBFS: level), seconds: seconds, sampleRate: rate)
      return [plane, plane]
    }

    private func write(
      _ name: String, _ planes: [[Float]], _ rate: Int, _ kind: AudioFileWriter.Kind,
      _ tags: AudioFileWriter.TextTags = .init()
    ) {
      AudioFileWriter.write(
        planes, sampleRate: rate, to: folder.appending(name), as: kind, tags: tags)
    }
  }

  private static let scanned = Task {
    let library = Library()
    let outcome = try await library.mucat.run("scan", "mixed", "box", "odd", "-q")
    #expect(outcome.status == 2, "one file is broken")
    return library
  }

  private func report(_ words: String...) async throws -> JSONValue {
    let library = try await Self.scanned.value
    let all = ["report", "loudness", "--json"] + words
    let outcome = try await library.mucat.run(words: all.map { Array($0.utf8) })
    #expect(outcome.status == 0)
    return try JSONDecoder().decode(JSONValue.self, from: outcome.outputData)
  }

  private func track(_ ending: String, in report: JSONValue) throws -> JSONValue {
    try #require(
      report["tracks"]?.elements.first { $0["path"]?.string?.hasSuffix(ending) == true })
  }

  @Test func `one broken file leaves the others their level, and marks the album partial`()
    async throws
  {
    let report = try await report()
    for name in ["mixed/a.wav", "mixed/b.flac"] {
      let level = try track(name, in: report)["level"]
      #expect(abs(try #require(level?["integrated"]?.value) - -20) < 0.1)
    }
    let album = try #require(
      report["albums"]?.elements.first { $0["title"]?.string == "Mixed" })
    #expect(album["isPartial"] == .bool(true) && album["trackCount"] == .number(2))
    #expect(abs(try #require(album["level"]?["integrated"]?.value) - -20) < 0.1)
  }

  @Test func `silence and what is too short have a reason and no gain`() async throws {
    let report = try await report()
    for (name, reason) in [("short.wav", "tooShort"), ("silence.wav", "silence")] {
      let level = try track(name, in: report)["level"]
      #expect(level?["reason"]?.string == reason)
      for key in ["integrated", "gain", "limitedGain", "rules", "playbackLevel"] {
        #expect(level?[key] == nil, "\(name): \(key)")
      }
    }
  }

  @Test func `a file that was cut short is marked, and so is its album`() async throws {
    let report = try await report("--album-by", "folder")
    #expect(try track("cut.mp3", in: report)["isTruncated"] == .bool(true))
    let odd = report["albums"]?.elements.first { $0["folder"]?.string?.hasSuffix("/odd") == true }
    #expect(odd?["isPartial"] == .bool(true))
  }

  @Test func `peaks above full scale are kept, and limit the gain`() async throws {
    let report = try await report("--target", "-5", "--ceiling", "0")
    for name in ["over.wav", "loud.mp3"] {
      let level = try track(name, in: report)["level"]
      let peak = try #require(level?["truePeak"]?.value)
      let gain = try #require(level?["limitedGain"]?.value)
      #expect(peak > 0.3, "\(name)")
      #expect(gain <= -peak + 0.002, "\(name)")
    }
    let over = try track("over.wav", in: report)["level"]
    #expect(abs(try #require(over?["truePeak"]?.value) - 6.02) < 0.05)
    #expect(try #require(over?["clippedSampleCount"]?.value) > 1000)
  }

  @Test func `mono counts as one channel unless asked otherwise`() async throws {
    let once = try track("mono.wav", in: try await report())["level"]?["integrated"]?.value
    let report = try await report("--dual-mono")
    let twice = try track("mono.wav", in: report)["level"]?["integrated"]?.value
    #expect(abs(try #require(twice) - (try #require(once)) - 3.01) < 0.002)
    #expect(try track("mixed/a.wav", in: report)["level"]?["integrated"]?.value ?? 0 < -19.9)
  }

  @Test func `the page is one file, and no name gets out of its place`() async throws {
    let library = try await Self.scanned.value
    let outcome = try await library.mucat.run(
      "report", "loudness", "--target", "0", "--html", "page.html")
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    let page = String(
      decoding: TemporaryDirectory.contents(of: library.folder.appending("page.html")),
      as: UTF8.self)
    #expect(page.hasPrefix("<!DOCTYPE html>"))
    #expect(page.contains("&lt;script&gt;") && !page.contains("<script"))
    #expect(page.contains("Uneven albums") && page.contains("Held back by their peaks"))
  }

  @Test func `the words for a format say what they exclude`() async throws {
    let library = try await Self.scanned.value
    let csv = try await library.mucat.run("report", "loudness", "--csv")
    #expect(csv.status == 0 && csv.output.hasPrefix("kind,path,"))
    for words in [["--csv", "--json"], ["--csv", "--html", "x"], ["--html", "x", "-o", "y"]] {
      let outcome = try await library.mucat.run(
        words: (["report", "loudness"] + words).map { Array($0.utf8) })
      #expect(outcome.status == 64)
    }
  }

  @Test func `numbers have a point in every locale`() async throws {
    let library = try await Self.scanned.value
    var german = library.mucat
    german.variables["LC_ALL"] = "de_DE.UTF-8"
    german.variables["LANG"] = "de_DE.UTF-8"
    for format in ["text", "csv", "json", "html"] {
      let words = ["report", "loudness", "--format", format].map { Array($0.utf8) }
      let plain = try await library.mucat.run(words: words)
      #expect(try await german.run(words: words).outputBytes == plain.outputBytes)
      #expect(plain.status == 0)
    }
  }
}

extension JSONValue {
  fileprivate var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }
  fileprivate var string: String? {
    if case .text(let text) = self { text } else { nil }
  }
  fileprivate var value: Double? {
    if case .number(let value) = self { value } else { nil }
  }
}

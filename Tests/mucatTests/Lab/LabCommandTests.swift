import Catalog
import Decoders
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import mucat

/// `mucat lab` as its user meets it, without a browser.
struct LabCommandTests {
  private let folder = TemporaryDirectory()
  private var mucat: MucatProcess { MucatProcess(in: folder) }

  @discardableResult
  private func tone(
    _ name: String, _ kind: AudioFileWriter.Kind = .wav16, title: String? = nil,
    frequency: Double = 440
  ) -> FilePath {
    let plane = Signals.sine(frequency, amplitude: 0.3, seconds: 1, sampleRate: 8000)
    let file = folder.appending(name)
    AudioFileWriter.write(
      [plane], sampleRate: 8000, to: file, as: kind, tags: .init(title: title))
    return file
  }

  private func page(_ name: String) -> String {
    String(decoding: TemporaryDirectory.contents(of: folder.appending(name)), as: UTF8.self)
  }

  /// The document of a page, as its scripts read it.
  private func document(of page: String) throws -> JSONValue {
    let start = try #require(
      page.firstRange(of: #"<script type="application/json" id="data">"#))
    let rest = page[start.upperBound...]
    let end = try #require(rest.firstRange(of: "</script>"))
    return try JSONDecoder().decode(JSONValue.self, from: Data(rest[..<end.lowerBound].utf8))
  }

  @Test func `a page is named after the music, holds it, and asks nothing of the net`()
    async throws
  {
    tone("tone.wav", title: "</script><b>Tone & Co")
    let outcome = try await mucat.run("lab", "tone.wav")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.outputLines == ["tone.html"])
    let page = page("tone.html")
    #expect(page.hasPrefix("<!DOCTYPE html>"))
    #expect(page.contains("default-src 'none'"))
    for outside in ["http://", "https://", "src=\"", "@import", "url("] {
      let places = page.ranges(of: outside).count
      // The namespace of SVG is a name, not an address.
      #expect(places == (outside == "http://" ? 1 : 0), "\(outside)")
    }
    let document = try document(of: page)
    #expect(document["track"]?["title"] == .text("</script><b>Tone & Co"))
    #expect(document["audio"]?["embedded"] == .bool(true))
    #expect(document["audio"]?["type"] == .text("audio/wav"))
    #expect(document["track"]?["duration"] == .number(1))
    guard case .text(let low)? = document["waveform"]?["low"] else { throw CancellationError() }
    #expect(Data(base64Encoded: low)?.count == 150)
  }

  @Test func `the page's result and curves are what analyze writes`() async throws {
    tone("tone.wav")
    #expect(try await mucat.run("lab", "tone.wav", "--link").status == 0)
    let analysed = try await mucat.run("analyze", "tone.wav")
    let result = try JSONDecoder().decode(JSONValue.self, from: analysed.outputData)
    let document = try document(of: page("tone.html"))
    #expect(document["result"]?["rhythm"] == result["rhythm"])
    #expect(document["result"]?["key"] == result["key"])
    guard case .array(let values)? = document["curves"]?["momentary"]?["values"],
      case .array(let points)? = result["loudness"]?["momentary"]
    else { throw CancellationError() }
    #expect(values == points.map { $0["value"] ?? .null })
    #expect(values.count == 10)
  }

  @Test func `linked music is found from the page, whatever its name`() async throws {
    let name = Array("caf".utf8) + [0xE9] + Array(" #1.wav".utf8)
    let music = folder.makeFolder("music").appending(name)
    AudioFileWriter.write(
      [Signals.sine(440, amplitude: 0.3, seconds: 1, sampleRate: 8000)], sampleRate: 8000,
      to: music, as: .wav16)
    folder.makeFolder("pages")
    let words = ["lab", "--link", "-o", "pages/a.html"].map { Array($0.utf8) }
    let outcome = try await mucat.run(words: words + [music.bytes])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let document = try document(of: page("pages/a.html"))
    #expect(document["audio"]?["source"] == .text("../music/caf%E9%20%231.wav"))
  }

  @Test func `what browsers do not play goes in as WAV`() async throws {
    tone("tone.aiff", .aiff)
    let outcome = try await mucat.run("lab", "tone.aiff", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let record = try JSONDecoder().decode(JSONValue.self, from: outcome.outputData)
    #expect(record["page"] == .text("tone.html") && record["isEmbedded"] == .bool(true))
    #expect(try document(of: page("tone.html"))["audio"]?["type"] == .text("audio/wav"))
    let linked = try await mucat.run("lab", "tone.aiff", "--link")
    #expect(linked.errors.contains("browsers do not play AIFF"))
  }

  @Test func `neither the music nor somebody's page is overwritten`() async throws {
    let music = tone("tone.wav")
    let before = TemporaryDirectory.contents(of: music)
    let onMusic = try await mucat.run("lab", "tone.wav", "-o", "tone.wav")
    #expect(onMusic.status == 2 && onMusic.errors.contains("is the music itself"))
    #expect(TemporaryDirectory.contents(of: music) == before)

    folder.write(Array("<p>mine</p>".utf8), to: "tone.html")
    let onPage = try await mucat.run("lab", "tone.wav")
    #expect(onPage.status == 2 && onPage.errors.contains("no page of mucat"))
    #expect(page("tone.html") == "<p>mine</p>")
    #expect(try await mucat.run("lab", "tone.wav", "-o", "tone.html").status == 0)
    #expect(try await mucat.run("lab", "tone.wav").status == 0, "its own it may replace")
  }

  @Test(arguments: [
    (["lab"], 64, "a TRACK is wanted"),
    (["lab", "a.wav", "--embed", "--link"], 64, "exclude each other"),
    (["lab", "a.wav", "--pages"], 64, "--pages is for --library"),
    (["lab", "--library", "--embed"], 64, "page of a track"),
    (["lab", "./absent.wav"], 2, "No such file"), (["lab", "absent.wav"], 2, "No such file"),
    (["lab", "empty.wav"], 2, "empty.wav"),
    (["lab", "noise.mp3"], 2, "noise.mp3"),
    (["lab", "tone.wav", "-o", "absent/page.html"], 2, "No such file"),
    (["lab", "--library"], 2, "no catalogue"),
  ])
  func `what cannot be done is refused with its reason`(
    words: [String], status: Int32, reason: String
  ) async throws {
    tone("tone.wav")
    folder.write([], to: "empty.wav")
    folder.write([UInt8](repeating: 0x5A, count: 3000), to: "noise.mp3")
    let outcome = try await mucat.run(words: words.map { Array($0.utf8) })
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test func `silence has a page`() async throws {
    AudioFileWriter.write(
      [[Float](repeating: 0, count: 16_000)], sampleRate: 8000, to: folder.appending("s.wav"),
      as: .wav16)
    #expect(try await mucat.run("lab", "s.wav").status == 0)
    let result = try document(of: page("s.html"))["result"]
    #expect(result?["key"]?["details"]?["reason"] == .text("silence"))
    #expect(result?["loudness"]?["integrated"]?["value"] == .null)
  }

  @Test func `a library has its tracks, their own pages, and what the user said`() async throws {
    folder.makeFolder("music")
    tone("music/a.wav", title: "Alpha")
    // Other music: what the user says is said of a recording, in all its files.
    tone("music/b.wav", title: "Beta", frequency: 500)
    #expect(try await mucat.run("scan", "music", "-q").status == 0)
    let catalog = try Catalog(path: folder.appending("catalog.db"), access: .existing)
    let alpha = try #require(
      try await catalog.tracks(matching: Query(parsing: ["title:Alpha"])).first)
    _ = try await catalog.setTempo(124, ofRecording: alpha.recordingID)
    _ = try await catalog.setKey(
      MusicalKey(camelotNumber: 8, mode: .minor), ofRecording: alpha.recordingID)
    let outcome = try await mucat.run("lab", "--library", "title+", "-o", "out", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let record = try JSONDecoder().decode(JSONValue.self, from: outcome.outputData)
    #expect(record["trackCount"] == .number(2) && record["page"] == .text("out/index.html"))
    var columns = try document(of: page("out/index.html"))
    #expect(columns["title"] == .array([.text("Alpha"), .text("Beta")]))
    #expect(columns["key"] == .array([.number(14), .null]))
    #expect(columns["page"] == .array([.null, .null]))

    #expect(try await mucat.run("lab", "--library", "title+", "-o", "out", "--pages").status == 0)
    columns = try document(of: page("out/index.html"))
    guard case .array(let pages)? = columns["page"], case .text(let place)? = pages.first else {
      throw CancellationError()
    }
    let track = try document(of: page("out/" + place))
    #expect(track["track"]?["bpm"] == .number(124))
    #expect(track["audio"]?["source"] == .text("../../music/a.wav"))

    let nothing = try await mucat.run("lab", "--library", "bpm:500..600", "-o", "none")
    #expect(nothing.status == 1)
    #expect(folder.appending("none").withCString { access($0, F_OK) } != 0)
  }

  @Test func `a track of the catalogue is found by its name, and is not there when it is gone`()
    async throws
  {
    folder.makeFolder("music")
    let file = tone("music/a.wav", title: "Alpha")
    #expect(try await mucat.run("scan", "music", "-q").status == 0)
    #expect(try await mucat.run("lab", "alpha", "-o", "alpha.html").status == 0)
    #expect(try document(of: page("alpha.html"))["track"]?["title"] == .text("Alpha"))
    _ = file.withCString { unlink($0) }
    let gone = try await mucat.run("lab", "alpha", "-o", "alpha.html")
    #expect(gone.status == 2 && gone.errors.contains("No such file"))
    #expect(try await mucat.run("lab", "nobody").status == 1)
  }
}

import Decoders
import FoundationEssentials
import TestSupport
import Testing

@testable import mucat

/// What can be asked of a library that has been scanned: two songs that mix, and odd files.
struct LibraryTests {
  /// Made and scanned once for all tests, which only read.
  private struct Library {
    let music: MusicFolder
    var mucat: MucatProcess { MucatProcess(in: music.folder) }
  }

  private static let scanned = Task {
    var music = MusicFolder()
    music.addSongs()
    music.addOddMusic()
    music.addBrokenFiles()
    let library = Library(music: music)
    _ = try await library.mucat.run("scan", "music", "--quiet")
    return library
  }

  private func run(_ words: String...) async throws -> MucatProcess.Outcome {
    try await run(words)
  }

  private func run(_ words: [String]) async throws -> MucatProcess.Outcome {
    try await Self.scanned.value.mucat.run(words: words.map { Array($0.utf8) })
  }

  // MARK: - query

  @Test func `tempo and key find the song, as a table`() async throws {
    let outcome = try await run("query", "bpm:125..127", "key~8A")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "1 track\n")
    let lines = outcome.outputLines
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("  BPM  KEY"))
    #expect(lines[1].hasPrefix("126.0  8A  Am"))
    #expect(lines[1].contains("Harbour Lights  Night Ferry"))
  }

  @Test func `how near a tempo must be is an option of all that take a query`() async throws {
    for words in [
      ["query"], ["dupes"], ["report", "loudness"], ["tag", "replaygain", "--dry-run"],
    ] {
      let near = try await run(words + ["bpm~129", "--tempo-tolerance", "3", "--json"])
      let exact = try await run(words + ["bpm~129", "--tempo-tolerance=0.5", "--json"])
      #expect(near.status == (words[0] == "dupes" ? 1 : 0) && exact.status != 64, "\(words)")
      #expect(words[0] == "dupes" || exact.output.contains("Night Ferry") == false, "\(words)")
    }
    #expect(try await run(["query", "bpm~129", "--tempo-tolerance", "26"]).status == 64)
  }

  @Test func `nothing found is a status of its own`() async throws {
    let outcome = try await run("query", "artist:nobody")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == "nothing matches\n")
  }

  @Test func `an excluding expression works without two dashes`() async throws {
    let outcome = try await run("query", "-artist:harbour", "--format", "paths0", "-q")
    #expect(outcome.status == 0)
    #expect(outcome.outputBytes.split(separator: 0).count == 5)
    #expect(outcome.errors.isEmpty)
  }

  @Test func `a slip in a field points at it and says what was meant`() async throws {
    let outcome = try await run("query", "key:8A", "artits:harbour")
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors == """
        mucat: unknown field 'artits'; did you mean 'artist'?
          key:8A artits:harbour
                 ^^^^^^
        Try 'mucat query --help'.

        """)
  }

  @Test func `sort and limit are options too`() async throws {
    let outcome = try await run("query", "artist:harbour", "--sort", "bpm-", "--limit=1", "--json")
    #expect(outcome.status == 0)
    #expect(outcome.outputLines.count == 1)
    #expect(outcome.output.contains("\"title\":\"Night Ferry\""))
  }

  @Test func `JSON has known keys only, sorted, and says when a name is not UTF-8`() async throws {
    let outcome = try await run("query", "--json")
    #expect(outcome.outputLines.count == 7)
    let known: Set = [
      "addedAt", "album", "albumArtist", "artist", "beatsPerBar", "bpm", "bpmConfidence",
      "bpmReason", "bpmSource", "camelot", "channelCount", "clippedSampleCount", "codec",
      "discNumber",
      "duration", "endKey", "energy", "genre", "integrated", "isTruncated", "key",
      "keyConfidence", "keyReason", "keySource", "loudnessRange", "loudnessReason", "maxMomentary",
      "maxShortTerm", "openKey", "pace", "path", "pathBytes", "sampleRate", "samplePeak",
      "schemaVersion", "sectionCount", "startKey", "tagBPM", "tagKey", "tempoStability", "title",
      "trackNumber",
      "truePeak", "tuningCents", "year",
    ]
    for line in outcome.outputLines {
      let object = try JSONDecoder().decode([String: JSONValue].self, from: Data(line.utf8))
      #expect(Set(object.keys).isSubset(of: known))
      #expect(object["schemaVersion"] == .number(1))
    }
    let silent = try #require(outcome.outputLines.first { $0.contains("/silence.wav") })
    #expect(silent.contains("\"loudnessReason\":\"silence\""))
    #expect(silent.contains("\"keyReason\":\"silence\""))
    #expect(!silent.contains("\"integrated\""))
    #expect(outcome.output.contains("\"pathBytes\":\"2f"))
  }

  @Test func `a playlist keeps bytes and reports a name that it cannot hold`() async throws {
    let library = try await Self.scanned.value
    let outcome = try await run("query", "--format", "m3u8")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("two\\x0alines.wav: left out"))
    let lines = outcome.outputBytes.split(separator: 0x0A).map(Array.init)
    #expect(lines.first == Array("#EXTM3U".utf8))
    let paths = Set(lines.filter { $0.first != UInt8(ascii: "#") })
    let expected = Set(
      library.music.music.map(\.bytes).filter { !$0.contains(0x0A) })
    #expect(paths == expected)
    #expect(lines.contains(Array("#EXTINF:8,Harbour Lights - Night Ferry".utf8)))
  }

  @Test func `a table is not broken by a line break in a name`() async throws {
    let outcome = try await run("query", "-artist:harbour")
    #expect(outcome.outputLines.count == 1 + 5)
    #expect(outcome.output.contains("two\\x0alines.wav"))
    #expect(outcome.output.contains("caf\\xe9.wav"))
  }

  @Test func `CSV has a header and a line for each track`() async throws {
    let outcome = try await run("query", "artist:harbour", "--format", "csv")
    #expect(outcome.outputLines.count == 3)
    #expect(outcome.outputLines[0].hasPrefix("path,title,artist,album,"))
  }

  @Test(arguments: [UInt16(60), 80, 140])
  func `on a terminal no line is wider than it`(width: UInt16) async throws {
    let mucat = try await Self.scanned.value.mucat
    for words in [["query"], ["report", "loudness"], ["show", "night ferry"]] {
      let (screen, status) = try await mucat.runOnTerminal(
        width: width, words[0], words.count > 1 ? words[1] : "-q", "--color", "never")
      #expect(status == 0)
      for line in screen.split(whereSeparator: \.isNewline) {
        #expect(DisplayWidth.of(line) <= Int(width), "\(line)")
      }
    }
  }

  @Test func `colour is for terminals, unless NO_COLOR is set`() async throws {
    var mucat = try await Self.scanned.value.mucat
    mucat.variables["TERM"] = "xterm"
    let colored = try await mucat.runOnTerminal(width: 80, "query")
    #expect(colored.screen.contains("\u{1B}[1m"))
    mucat.variables["NO_COLOR"] = "1"
    let plain = try await mucat.runOnTerminal(width: 80, "query")
    #expect(!plain.screen.contains("\u{1B}"))
    #expect(try await !run("query").output.contains("\u{1B}"))
    #expect(try await run("query", "--color", "always").output.contains("\u{1B}[1m"))
  }

  // MARK: - recommend

  @Test func `a recommendation says why`() async throws {
    let outcome = try await run("recommend", "night ferry")
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("after Harbour Lights - Night Ferry (126"))
    #expect(outcome.outputLines[1].contains("Glass Elevator"))
    #expect(outcome.outputLines[2].contains("8A → 9A, a fifth up: 6 of 7 notes shared"))
    #expect(outcome.outputLines[2].contains("126.0 → 124.0 BPM, play it 1.6"))
  }

  @Test func `recommendations are objects with a reason each`() async throws {
    let outcome = try await run("recommend", "music/Night Ferry.wav", "--json", "-q")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.contains("\"relation\":\"fifthUp\""))
    #expect(outcome.output.contains("\"sharedNotes\":6"))
  }

  @Test func `too narrow a tolerance finds nothing`() async throws {
    let outcome = try await run("recommend", "night ferry", "--pitch-range", "0.5")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
  }

  @Test func `a key and a tempo stand for a track, and terms are explained`() async throws {
    let outcome = try await run("recommend", "--key", "8A", "--bpm", "126", "--explain")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "after 126 BPM, 8A Am\n")
    #expect(outcome.output.contains("Night Ferry") && outcome.output.contains("Glass Elevator"))
    #expect(outcome.output.contains("score 0.") && outcome.output.contains("key "))
    #expect(try await run("recommend").status == 64)
    #expect(try await run("recommend", "night ferry", "--key", "8A").status == 64)
  }

  // MARK: - set

  @Test func `a set is an order with a sentence between two tracks`() async throws {
    let outcome = try await run("set", "artist:harbour")
    #expect(outcome.status == 0)
    #expect(outcome.outputLines.count == 4)
    #expect(outcome.outputLines[1].contains("Glass Elevator"))
    #expect(outcome.outputLines[2].contains("9A → 8A, a fifth down: 6 of 7 notes shared"))
    #expect(outcome.outputLines[3].contains("Night Ferry"))
    #expect(outcome.errors.hasPrefix("2 tracks, 0:15; cost 0."))
    #expect(outcome.errors.hasSuffix("and no order costs less\n"))
    let json = try await run("set", "artist:harbour", "--last", "night ferry", "--json", "-q")
    #expect(json.output.contains("\"isOptimal\":true"))
    let paths = try await run(
      "set", "artist:harbour", "--first", "glass elevator", "--format", "paths0", "-q")
    #expect(
      paths.outputBytes.split(separator: 0).first.map { FilePath(bytes: $0) }?.lastComponent
        .displayText == "Glass Elevator.wav")
  }

  @Test func `a set that cannot be is refused, or says what it breaks`() async throws {
    #expect(try await run("set", "artist:nobody").status == 1)
    #expect(
      try await run("set", "artist:harbour", "--first", "night ferry", "--last", "night ferry")
        .status == 64)
    #expect(try await run("set", "artist:harbour", "--curve", "no such file").status == 64)
    #expect(try await run("set", "artist:harbour", "--lock", "night ferry").status == 64)
    let repeated = try await run("set", "artist:harbour", "--artist-gap", "1")
    #expect(repeated.status == 2)
    #expect(repeated.errors.contains("track 2 brings its artist back too soon"))
  }

  @Test func `an ambiguous name lists what it could be`() async throws {
    let outcome = try await run("recommend", "harbour")
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("mucat: 'harbour' could be 2 tracks"))
    #expect(outcome.errors.contains("  Harbour Lights - Glass Elevator  (/"))
  }

  @Test func `a file that failed says why instead`() async throws {
    let outcome = try await run("show", "music/empty.mp3")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasSuffix("empty.mp3: the file is empty\n"))
  }

  @Test func `a name that is not UTF-8 can be shown`() async throws {
    let library = try await Self.scanned.value
    let path = Array("music/".utf8) + MusicFolder.invalidName
    let outcome = try await library.mucat.run(words: [Array("show".utf8), path])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("caf\\xe9.wav"))
  }

  // MARK: - report

  @Test func `the loudness report tells the gain to the target`() async throws {
    let outcome = try await run("report", "loudness", "--target", "-14", "artist:harbour")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Night Ferry"))
    #expect(outcome.output.contains("GAIN brings a track to -14 LUFS"))
    #expect(outcome.output.contains("2 tracks, 1 album"))
  }

  @Test(arguments: [("csv", "kind,path,"), ("json", "{\n"), ("html", "<!DOCTYPE html>")])
  func `the report comes in formats, into a file if wanted`(
    format: String, start: String
  ) async throws {
    let library = try await Self.scanned.value
    let direct = try await run("report", "loudness", "--format", format)
    #expect(direct.status == 0)
    #expect(direct.output.lowercased().hasPrefix(start.lowercased()))
    let name = "report.\(format)"
    let filed = try await run("report", "loudness", "--format", format, "--output", name)
    #expect(filed.output.isEmpty)
    let file = library.music.folder.appending(name)
    #expect(TemporaryDirectory.contents(of: file) == direct.outputBytes)
  }

  @Test func `a report names files as they are`() async throws {
    let outcome = try await run("report", "loudness", "--json")
    #expect(outcome.output.contains("two\\nlines.wav"))
    #expect(outcome.output.contains("636166e92e776176\""))
  }

  @Test func `a report that cannot be written says where`() async throws {
    let outcome = try await run("report", "loudness", "--output", "absent/report")
    #expect(outcome.status == 2)
    #expect(outcome.errors == "mucat: absent/report: No such file or directory\n")
  }

  // MARK: - show, errors, stats

  @Test func `show tells everything about a track`() async throws {
    // Without the quotes that a shell would need to keep the name together.
    let outcome = try await run("show", "night", "ferry")
    #expect(outcome.status == 0)
    for part in [
      "Harbour Lights - Night Ferry", "Crossings", "tempo           126", "4 beats to the bar",
      "8A A minor (1m)", "7A Dm, 8B C, 9A Em", "LUFS", "dBTP", "44.1 kHz", "on the bars",
      "events a minute",
    ] {
      #expect(outcome.output.contains(part), "\(part)")
    }
  }

  @Test func `show of silence gives reasons`() async throws {
    let outcome = try await run("show", "silence")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("unknown: silence"))
  }

  @Test func `show as JSON has the track and the whole result`() async throws {
    let outcome = try await run("show", "night ferry", "--json")
    let object = try JSONDecoder().decode([String: JSONValue].self, from: outcome.outputData)
    #expect(Set(object.keys) == ["schemaVersion", "track", "result", "decodeReport", "tags"])
  }

  @Test func `errors and stats count what there is`() async throws {
    let errors = try await run("errors", "--json")
    #expect(errors.status == 0)
    #expect(errors.outputLines.count == 2)
    #expect(errors.output.contains("\"code\":\"empty\""))
    let stats = try await run("stats", "--json")
    #expect(stats.output.contains("\"tracks\":7"))
    #expect(stats.output.contains("\"failedFiles\":2"))
  }

  // MARK: - analyze

  @Test func `analyze writes the result of one file`() async throws {
    let outcome = try await run("analyze", "music/Night Ferry.wav")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let object = try JSONDecoder().decode([String: JSONValue].self, from: outcome.outputData)
    #expect(
      Set(object.keys) == [
        "instrumentActivity", "key", "loudness", "pace", "rhythm", "structure",
      ])
    guard case .number(let bpm)? = object["rhythm"]?["beatsPerMinute"] else {
      Issue.record("no tempo")
      return
    }
    // The song's tempo by construction; a steady track is to be found within 0.05.
    #expect(abs(bpm - 126) < 0.05)
    guard case .array(let beats)? = object["rhythm"]?["beats"], case .number = beats.first else {
      Issue.record("times are not seconds")
      return
    }
  }

  @Test func `analyze draws the form`() async throws {
    let words = ["analyze", "--only", "structure,pace", "--plot", "form.svg"]
    #expect(try await run(words + ["music/Night Ferry.wav"]).status == 0)
    let library = try await Self.scanned.value
    let picture = String(
      decoding: TemporaryDirectory.contents(of: library.music.folder.appending("form.svg")),
      as: UTF8.self)
    #expect(picture.hasPrefix("<svg") && picture.hasSuffix("</svg>\n"))
    #expect(picture.contains("<title>Night Ferry.wav</title>") && picture.contains("a minute"))
    let silent = try await run(words + ["music/silence.wav"])
    #expect(silent.status == 2 && silent.errors.contains("no form to draw: silence"))
    #expect(try await run(words + ["music/short.wav", "music/silence.wav"]).status == 64)
    #expect(try await run("analyze", "--only", "key", "--plot", "a.svg", "a.wav").status == 64)
    let unwritable = try await run(
      "analyze", "--plot", "absent/form.svg", "music/Night Ferry.wav")
    #expect(unwritable.status == 2 && unwritable.errors.contains("absent/form.svg"))
  }

  @Test func `show draws the form of a track`() async throws {
    let shown = try await run("show", "Night Ferry", "--plot", "shown.svg")
    #expect(shown.status == 0 && shown.errors == "")
    #expect(shown.output == (try await run("show", "Night Ferry")).output)
    let library = try await Self.scanned.value
    let picture = String(
      decoding: TemporaryDirectory.contents(of: library.music.folder.appending("shown.svg")),
      as: UTF8.self)
    #expect(picture.hasPrefix("<svg") && picture.hasSuffix("</svg>\n"))
    #expect(picture.contains("<title>Harbour Lights - Night Ferry</title>"))
    let silent = try await run("show", "music/silence.wav", "--plot", "none.svg")
    #expect(silent.status == 2 && silent.errors.contains("no form to draw: silence"))
  }

  @Test func `analyze writes rational times and only what was asked for`() async throws {
    let outcome = try await run(
      "analyze", "--time", "cmtime", "--only", "loudness", "--pretty", "music/nan.wav")
    let object = try JSONDecoder().decode([String: JSONValue].self, from: outcome.outputData)
    #expect(Set(object.keys) == ["loudness"])
    #expect(object["loudness"]?["peak"]?["time"]?["timescale"] == .number(44_100))
    #expect(outcome.outputLines.count > 10)
  }

  @Test func `of several files each is a line, and a broken one stops nothing`() async throws {
    let outcome = try await run(
      "analyze", "--only=loudness", "music/silence.wav", "music/empty.mp3", "music/short.wav")
    #expect(outcome.status == 2)
    #expect(outcome.outputLines.count == 2)
    #expect(outcome.outputLines[0].contains("\"path\":\"music/silence.wav\""))
    #expect(outcome.errors == "mucat: music/empty.mp3: the file is empty\n")
  }
}

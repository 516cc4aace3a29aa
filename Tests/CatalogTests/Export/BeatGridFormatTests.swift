import Analysis
import Decoders
import FoundationEssentials
import TestSupport
import Testing

@testable import Catalog

@Suite("Beat grids for editors and games")
struct BeatGridFormatTests {
  private func text(_ format: BeatGridFormat, _ track: ExportTrack) throws -> String {
    String(decoding: try format.document(for: track), as: UTF8.self)
  }

  @Test("Audacity's labels are beats, bars and stretches of sections, in their order")
  func audacity() throws {
    let lines = try text(.audacity, .made(bars: 4)).split(separator: "\n").map(String.init)
    #expect(lines.first == "0.250000\t0.250000\t1")
    #expect(lines[1] == "0.250000\t4.250000\tSection 1")
    #expect(lines[2] == "0.750000\t0.750000\t1.2")
    #expect(lines.count == 16 + 2)
    var options = BeatGridFormat.Options()
    options.marks = [.bars]
    let bars = try BeatGridFormat.audacity.document(for: .made(bars: 4), options)
    #expect(String(decoding: bars, as: UTF8.self).split(separator: "\n").count == 4)
  }

  @Test("the table has one row a beat")
  func table() throws {
    let rows = try text(.beats, .made(bars: 4)).split(separator: "\n").map(String.init)
    #expect(rows[0] == BeatTable.header)
    #expect(rows[1] == "0.250000,1,1,1,120.000,Section 1")
    #expect(rows[16] == "7.750000,16,4,4,120.000,Section 2")
    #expect(rows.count == 17)
  }

  @Test("times are on the timeline that is asked for")
  func timeline() throws {
    let track = ExportTrack.made(bars: 4, report: .ofMP3)
    var options = BeatGridFormat.Options()
    options.timeline = .decoded
    let rows = String(
      decoding: try BeatGridFormat.beats.document(for: track, options), as: UTF8.self
    ).split(separator: "\n")
    #expect(rows[1].hasPrefix("0.275057,"))
    #expect(try text(.beats, track).split(separator: "\n")[1].hasPrefix("0.250000,"))
  }

  @Test("the game's document tells beats, bars, sections and its clock")
  func game() throws {
    let bytes = try BeatGridFormat.game.document(for: .made(bars: 4, report: .ofMP3))
    struct Bundle: Decodable {
      struct Timeline: Decodable { let name: String, offset: Double }
      struct Range: Decodable { let start, end: Double, name: String }
      let schemaVersion: Int, beats, bars: [Double], beatInBar: [Int], sections: [Range]
      let timeline: Timeline, bpm: Double, camelot: String, file: String
    }
    let bundle = try JSONDecoder().decode(Bundle.self, from: Data(bytes))
    #expect(bundle.beats.count == 16 && bundle.bars == [0.25, 2.25, 4.25, 6.25])
    #expect(bundle.beatInBar.prefix(5) == [1, 2, 3, 4, 1])
    #expect(bundle.sections.map(\.name) == ["Section 1", "Section 2"])
    #expect(bundle.timeline.name == "music" && bundle.timeline.offset == 0)
    #expect(bundle.bpm == 120 && bundle.camelot == "8A" && bundle.file == "a song.mp3")
  }

  @Test("without beats there is a reason, and the game gets what there is")
  func noBeats() throws {
    var track = Track()
    track.bpmReason = "noClearPulse"
    track.path = "/a.wav"
    track.duration = 3
    let entry = ExportTrack(track: track)
    for format in BeatGridFormat.allCases where format != .game {
      #expect(throws: BeatGridError(entry)) { try format.document(for: entry) }
    }
    #expect(BeatGridError(entry).description == "no beats to write: noClearPulse")
    let game = try text(.game, entry)
    #expect(game.contains(#""beats":[]"#) && game.contains(#""bpmReason":"noClearPulse""#))
  }

  // MARK: - MIDI

  /// Reads tempo map and markers, and gives the moment of each quarter note in seconds.
  private func quarters(_ bytes: [UInt8], count: Int) throws -> (times: [Double], texts: [String]) {
    func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 << 8 | Int($1) } }
    #expect(bytes.starts(with: Array("MThd".utf8)) && number(4..<8) == 6)
    #expect(number(8..<10) == 0 && number(10..<12) == 1)
    let division = number(12..<14)
    #expect(Array(bytes[14..<18]) == Array("MTrk".utf8) && number(18..<22) == bytes.count - 22)
    var place = 22
    func length() -> Int {
      var value = 0
      while true {
        value = value << 7 | Int(bytes[place] & 0x7F)
        place += 1
        if bytes[place - 1] < 0x80 { return value }
      }
    }
    var tick = 0
    var tempi: [(tick: Int, length: Double)] = []
    var texts: [String] = []
    while place < bytes.count {
      tick += length()
      #expect(bytes[place] == 0xFF)
      let kind = bytes[place + 1]
      place += 2
      let count = length()
      let content = bytes[place..<(place + count)]
      if kind == 0x51 { tempi.append((tick, Double(number(place..<(place + count))) / 1e6)) }
      if kind == 0x06 {
        texts.append("\(tick / division) " + String(decoding: content, as: UTF8.self))
      }
      place += count
      if kind == 0x2F { #expect(place == bytes.count) }
    }
    var times: [Double] = []
    var time = 0.0
    var tempo = 0
    for quarter in 0..<count {
      times.append(time)
      while tempo + 1 < tempi.count, tempi[tempo + 1].tick <= quarter * division { tempo += 1 }
      time += tempi[tempo].length
    }
    return (times, texts)
  }

  @Test("the tempo map puts every beat on a quarter note, and bars on bar lines")
  func midi() throws {
    // 125.3 is no whole number of microseconds a beat.
    let track = ExportTrack.made(tempo: 125.3, start: 1.1, bars: 100)
    let map = try quarters(try BeatGridFormat.midi.document(for: track), count: 404)
    let first = try #require(map.times.firstIndex { abs($0 - 1.1) < 0.001 })
    #expect(first % 4 == 0)
    for (index, beat) in track.beats.enumerated() where first + index < map.times.count {
      #expect(abs(map.times[first + index] - beat.time) < 2e-6)
    }
    #expect(map.texts == ["\(first) Section 1", "\(first + 200) Section 2"])
  }

  @Test("music that begins at 0 on a downbeat begins at tick 0")
  func midiFromStart() throws {
    let map = try quarters(
      try BeatGridFormat.midi.document(for: .made(start: 0, bars: 2)), count: 8)
    #expect(map.times == (0..<8).map { Double($0) * 0.5 })
  }

  // MARK: - Games

  @Test("StepMania's beats are where the music's are")
  func stepMania() throws {
    let track = ExportTrack.made(tempo: 128, start: 0.4, report: .ofMP3)
    let text = try text(.stepmania, track)
    #expect(text.contains("#OFFSET:-0.425057;"))
    #expect(text.contains("#BPMS:0.000=128.000000;"))
    #expect(text.contains("#TIMESIGNATURES:0.000=4=4;"))
    #expect(text.contains("#TITLE:A & B <live>;"))
    #expect(text.contains("#LABELS:0.000=Section 1,\n64.000=Section 2;"))
  }

  @Test("StepMania's beats are there in a piece of many tempi too")
  func stepManiaDrummer() throws {
    var track = ExportTrack.made(tempo: 100)
    var time = 0.3
    track.beats = (0..<200).map { index in
      defer { time += 60 / (100 + Double(index) / 10) }
      return .init(time: time, beatInBar: index % 4 + 1)
    }
    track.grid = PiecewiseGrid(
      beats: track.beats.map(\.time),
      bars: track.beats.filter { $0.beatInBar == 1 }.map(\.time), beatsPerBar: 4)
    let grid = CountedGrid(track, offset: 0)
    #expect(grid.changes.count > 2)
    // The moment of each beat as StepMania works it out: tempi by beat, and nothing else.
    var now = grid.start
    var change = 0
    for (index, beat) in track.beats.enumerated() {
      #expect(abs(now - beat.time) < 0.013, "beat \(index)")
      while change + 1 < grid.changes.count, grid.changes[change + 1].beat <= index { change += 1 }
      now += 60 / grid.changes[change].beatsPerMinute
    }
  }

  @Test("osu!'s timing points are in whole milliseconds, with the length of a beat")
  func osu() throws {
    let lines = try text(.osu, .made(tempo: 150, start: 0.4)).split(
      separator: "\r\n", omittingEmptySubsequences: false
    ).map(String.init)
    #expect(lines.first == "osu file format v14")
    let points = try #require(lines.firstIndex(of: "[TimingPoints]"))
    #expect(lines[points + 1] == "400,400.000000000000,4,2,0,100,1,0")
    #expect(lines.contains("Artist:royksopp \"x\""))
    #expect(lines.contains("ArtistUnicode:Röyksopp \"x\""))
  }

  @Test("Final Cut's markers lie on frames", .enabled(if: ShellCommand.has("xmllint")))
  func finalCut() throws {
    var options = BeatGridFormat.Options()
    options.frameRate = FrameRate(numerator: 30_000, denominator: 1001)
    let bytes = try BeatGridFormat.fcpxml.document(for: .made(bars: 4), options)
    let folder = TemporaryDirectory()
    let file = ShellCommand.quoted(folder.write(bytes, to: "a.fcpxml").displayText)
    #expect(ShellCommand.output(of: "xmllint --noout \(file)") != nil)
    let starts = try #require(
      ShellCommand.output(of: "xmllint --xpath '//marker/@start' \(file)"))
    let values = String(decoding: starts, as: UTF8.self).split(separator: "\"")
      .filter { $0.hasSuffix("s") }
    #expect(values.count == 16)
    for value in values where value.contains("/") {
      let parts = value.dropLast().split(separator: "/")
      #expect(try #require(Int(parts[0])) % 1001 == 0 && parts[1] == "30000")
    }
  }
}

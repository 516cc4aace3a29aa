import Decoders
import TestSupport
import Testing

@testable import Catalog

/// rekordbox's XML and Traktor's NML: what is written is sound, and is read back as it was.
@Suite("Collections of DJ programs")
struct DJCollectionTests {
  private static let names: [FilePath] = [
    "/music/plain.mp3", "/music/50% off & <more> \"x\" 'y'.mp3", "/music/Röyksopp/Ü#1?.flac",
    FilePath(bytes: Array("/music/caf".utf8) + [0xE9] + Array(".mp3".utf8)),
  ]

  private func collection(
    _ tracks: [ExportTrack], mappings: [PathMapping] = [], hotCueCount: Int = 0
  ) async -> ExportCollection {
    var collection = ExportCollection(mappings: mappings, hotCueCount: hotCueCount)
    await collection.addPlaylist("set <1>", of: tracks.map(\.track)) { track in
      tracks.first { $0.track.fileID == track.fileID }!
    }
    return collection
  }

  private func document(_ format: ImportFormat, _ collection: ExportCollection) -> String {
    switch format {
    case .rekordbox: RekordboxXML.document(collection)
    case .traktor: TraktorNML.document(collection)
    }
  }

  @Test("what is written is read back: path, tempo, key, stars, grid and cues")
  func roundTrip() async throws {
    let cues = [
      CuePoint(position: 1.5, slot: 2, name: "drop & go", color: 0x28E214),
      CuePoint(kind: .loop, position: 8.25, length: 4, name: "loop"),
      CuePoint(kind: .fadeOut, position: 50, name: "out"),
    ]
    for format in ImportFormat.allCases {
      let names = format == .traktor ? Array(Self.names.dropLast()) : Self.names
      let tracks = names.enumerated().map { index, name in
        ExportTrack.made(
          name, id: Int64(index + 1), tempo: 126.5, cues: cues, report: .ofMP3
        ) {
          $0.rating = index + 1
          $0.key = MusicalKey(pitchClass: index * 5, mode: index % 2 == 0 ? .minor : .major)
        }
      }
      let text = document(format, await collection(tracks))
      let read = try format.tracks(in: Array(text.utf8))
      #expect(read.map(\.path) == names.map(\.bytes))
      for (imported, track) in zip(read, tracks) {
        #expect(imported.title == "A & B <live>")
        #expect(imported.artist == "Röyksopp \"x\"")
        #expect(imported.beatsPerMinute == 126.5)
        #expect(imported.key == track.track.key)
        #expect(imported.rating == track.track.rating)
        let offset = track.offset(on: format.timeline)
        #expect(offset == 1105.0 / 44_100)
        let grid = try #require(imported.grid).shifted(by: -offset)
        #expect(grid.stretches.count == 1)
        #expect(abs(grid.stretches[0].start - 0.25) < 0.000_6)
        #expect(grid.stretches[0].beatsPerMinute == 126.5)
        #expect(grid.stretches[0].beatInBar == 1)
        #expect(imported.cues.map(\.kind) == cues.map(\.kind))
        #expect(imported.cues.map(\.name) == cues.map(\.name))
        #expect(imported.cues.map(\.slot) == cues.map(\.slot))
        #expect(imported.cues.first?.color == 0x28E214)
        for (one, other) in zip(imported.cues, cues) {
          #expect(abs(one.position - offset - other.position) < 0.000_6)
          #expect(abs((one.length ?? 0) - (other.length ?? 0)) < 0.001)
        }
      }
    }
  }

  @Test("sections are cues where the user has none, the first of them on pads if asked for")
  func sections() async throws {
    for format in ImportFormat.allCases {
      let text = document(format, await collection([.made()], hotCueCount: 1))
      let cues = try #require(try format.tracks(in: Array(text.utf8)).first).cues
      #expect(cues.map(\.name) == ["Section 1", "Section 2"])
      #expect(cues.map(\.slot) == [0, nil])
      #expect(cues.map { ($0.position * 1000).rounded() } == [250, 32_250])
    }
  }

  @Test("a drummer's grid is as many nodes as it takes")
  func piecewise() async throws {
    var track = ExportTrack.made()
    track.grid = PiecewiseGrid(
      stretches: [
        .init(start: 0.25, beatsPerMinute: 120, beatInBar: 3, beatCount: 6),
        .init(start: 3.25, beatsPerMinute: 124.53, beatInBar: 1, beatCount: 8),
      ], beatsPerBar: 3)
    let text = RekordboxXML.document(await collection([track]))
    #expect(text.contains(#"<TEMPO Inizio="0.250" Bpm="120.00" Metro="3/4" Battito="3"/>"#))
    #expect(text.contains(#"<TEMPO Inizio="3.250" Bpm="124.53" Metro="3/4" Battito="1"/>"#))
    let read = try #require(try ImportFormat.rekordbox.tracks(in: Array(text.utf8)).first?.grid)
    #expect(read.stretches.map(\.beatInBar) == [3, 1] && read.beatsPerBar == 3)
  }

  @Test("paths are spelt as the other machine has them")
  func mapped() async throws {
    let mapping = try #require(PathMapping("/music/=D:\\Sets"))
    let collection = await collection([.made("/music/a/b c.mp3")], mappings: [mapping])
    let xml = RekordboxXML.document(collection)
    #expect(xml.contains(#"Location="file://localhost/D:/Sets/a/b%20c.mp3""#))
    let nml = TraktorNML.document(collection)
    #expect(nml.contains(#"<LOCATION DIR="/:Sets/:a/:" FILE="b c.mp3" VOLUME="D:""#))
    #expect(nml.contains(#"KEY="D:/:Sets/:a/:b c.mp3""#))
  }

  @Test(
    "xmllint finds nothing amiss, and the counts are right",
    .enabled(if: ShellCommand.has("xmllint")))
  func validated() async throws {
    let odd = ExportTrack.made("/music/odd.mp3", id: 9) { $0.title = "a\u{1}b\u{FFFE}\nc" }
    let tracks = Self.names.dropLast().enumerated().map {
      ExportTrack.made($1, id: Int64($0 + 1))
    }
    let collection = await collection(tracks + [odd])
    #expect(collection.tracksWithOddText.map(\.fileID) == [9])
    let folder = TemporaryDirectory()
    let rules = [(ImportFormat.rekordbox, Self.rekordboxRules), (.traktor, Self.nmlRules)]
    for (format, rules) in rules {
      let text = document(format, collection)
      let file = ShellCommand.quoted(folder.write(Array(text.utf8), to: "x.xml").displayText)
      #expect(ShellCommand.output(of: "xmllint --noout \(file)") != nil)
      for rule in rules {
        let answer = ShellCommand.output(of: "xmllint --xpath \(ShellCommand.quoted(rule)) \(file)")
        #expect(answer.map { String(decoding: $0, as: UTF8.self).prefix(4) } == "true", "\(rule)")
      }
    }
  }

  /// What "XML format list" asks for, as XPath.
  private static let rekordboxRules = [
    "boolean(/DJ_PLAYLISTS[@Version='1.0.0']/PRODUCT)",
    "number(//COLLECTION/@Entries) = count(//COLLECTION/TRACK)",
    "count(//COLLECTION/TRACK[@TrackID and starts-with(@Location, 'file://localhost/')]) = 4",
    "count(//TEMPO) = count(//TEMPO[@Inizio >= 0 and @Bpm > 0 and @Battito >= 1])",
    "count(//POSITION_MARK) = 8 and not(//POSITION_MARK[@Num < -1 or @Num > 7 or @Type > 4])",
    "//PLAYLISTS/NODE[@Type=0 and @Name='ROOT']/@Count = count(//PLAYLISTS/NODE/NODE)",
    "//NODE[@Type=1]/@Entries = count(//NODE[@Type=1]/TRACK)",
    "not(//NODE[@Type=1]/TRACK[not(@Key = //COLLECTION/TRACK/@TrackID)])",
    "//NODE[@Type=1]/@Name = 'set <1>'",
  ]

  private static let nmlRules = [
    "number(//COLLECTION/@ENTRIES) = count(//COLLECTION/ENTRY)",
    "count(//COLLECTION/ENTRY/LOCATION[@FILE and starts-with(@DIR, '/:') and @VOLUME]) = 4",
    "not(//MUSICAL_KEY[@VALUE < 0 or @VALUE > 23])",
    "count(//CUE_V2[@TYPE=4]/GRID[@BPM > 0]) = 4",
    "//PLAYLIST/@ENTRIES = count(//PLAYLIST/ENTRY/PRIMARYKEY[@TYPE='TRACK'])",
    "//SUBNODES/@COUNT = count(//SUBNODES/NODE)",
  ]

  @Test("three hours with a tempo for every bar come back whole")
  func long() async throws {
    var track = ExportTrack.made()
    track.grid = PiecewiseGrid(
      stretches: (0..<5400).map {
        .init(start: Double($0) * 2, beatsPerMinute: 120 + Double($0 % 7) / 100, beatCount: 4)
      }, beatsPerBar: 4)
    for format in ImportFormat.allCases {
      let text = document(format, await collection([track]))
      let read = try #require(try format.tracks(in: Array(text.utf8)).first?.grid)
      #expect(read.stretches.count == 5400)
      #expect(read.stretches.last?.start == 10_798)
    }
  }
}

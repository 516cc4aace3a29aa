import Decoders
import Testing

@testable import Catalog

/// What other programs really write, and what they never should.
@Suite("Reading collections")
struct ImportFormatTests {
  @Test("rekordbox: places of Windows, stars, loops, and what is not said")
  func rekordbox() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <DJ_PLAYLISTS Version="1.0.0"><PRODUCT Name="rekordbox"/><COLLECTION Entries="2">
      <TRACK TrackID="1" Name="One" Artist="" TotalTime="300" AverageBpm="128.00" Rating="153"
        Tonality="Am" Location="file://localhost/C:/Music/a%20%26%20b.mp3">
      <TEMPO Inizio="0.025" Bpm="128.00" Metro="4/4" Battito="2"/>
      <TEMPO Inizio="1e300" Bpm="128.00" Metro="4/4" Battito="1"/>
      <TEMPO Inizio="9.000" Bpm="0" Metro="4/4" Battito="1"/>
      <POSITION_MARK Name="" Type="0" Start="0.025" Num="-1"/>
      <POSITION_MARK Name="L" Type="4" Start="4.000" End="8.000" Num="1" Red="255" Green="140" Blue="0"/>
      <POSITION_MARK Name="odd" Type="9" Start="4.000" Num="1"/>
      </TRACK>
      <TRACK TrackID="2" Name="Two" AverageBpm="0.00" Rating="0" Tonality=""
        Location="file://localhost/Users/x/b.wav"/>
      </COLLECTION><PLAYLISTS><NODE Name="ROOT" Type="0"><TRACK Key="1"/></NODE></PLAYLISTS>
      </DJ_PLAYLISTS>
      """
    let tracks = try ImportFormat.rekordbox.tracks(in: Array(text.utf8))
    #expect(tracks.map(\.displayPath) == ["C:/Music/a & b.mp3", "/Users/x/b.wav"])
    let first = tracks[0]
    #expect(first.beatsPerMinute == 128 && first.rating == 3 && first.key == MusicalKey("8A"))
    #expect(first.grid?.stretches == [.init(start: 0.025, beatsPerMinute: 128, beatInBar: 2)])
    #expect(
      first.cues == [
        CuePoint(position: 0.025),
        CuePoint(kind: .loop, position: 4, length: 4, slot: 1, name: "L", color: 0xFF8C00),
      ])
    let second = tracks[1]
    #expect(second.beatsPerMinute == nil && second.rating == nil && second.key == nil)
    #expect(second.grid == nil && second.cues.isEmpty)
  }

  @Test("Traktor: volumes, numbered keys, a grid marker on a pad")
  func traktor() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8" standalone="no" ?>
      <NML VERSION="19"><HEAD/><COLLECTION ENTRIES="2">
      <ENTRY TITLE="One"><LOCATION DIR="/:Music/:Sets/:" FILE="a.mp3" VOLUME="D:"></LOCATION>
      <INFO RANKING="255" PLAYTIME="247" KEY="8m"></INFO>
      <TEMPO BPM="175.000031" BPM_QUALITY="100.000000"></TEMPO><MUSICAL_KEY VALUE="22"></MUSICAL_KEY>
      <CUE_V2 NAME="AutoGrid" TYPE="4" START="140.5" LEN="0.000000" HOTCUE="0"></CUE_V2>
      <CUE_V2 NAME="n.n." TYPE="5" START="2000.0" LEN="500.0" HOTCUE="1" COLOR="#FF8C00"></CUE_V2>
      <CUE_V2 NAME="x" TYPE="0" START="-1e308" LEN="0" HOTCUE="2"></CUE_V2></ENTRY>
      <ENTRY TITLE="Two"><LOCATION DIR="/:x/:" FILE="b.mp3" VOLUME="USB"></LOCATION></ENTRY>
      </COLLECTION><PLAYLISTS><NODE><PLAYLIST><ENTRY><PRIMARYKEY KEY="D:/:x"/></ENTRY></PLAYLIST>
      </NODE></PLAYLISTS></NML>
      """
    let tracks = try ImportFormat.traktor.tracks(in: Array(text.utf8))
    #expect(tracks.map(\.displayPath) == ["D:/Music/Sets/a.mp3", "/Volumes/USB/x/b.mp3"])
    let first = tracks[0]
    #expect(first.rating == 5 && first.duration == 247 && first.key == MusicalKey("Bbm"))
    #expect(first.grid?.stretches == [.init(start: 0.1405, beatsPerMinute: 175.000031)])
    #expect(
      first.cues == [
        CuePoint(kind: .loop, position: 2, length: 0.5, slot: 1, color: 0xFF8C00)
      ])
  }

  @Test("another program's file is refused", arguments: ImportFormat.allCases)
  func refused(format: ImportFormat) {
    #expect(throws: ImportError.self) { try format.tracks(in: Array("<plist/>".utf8)) }
    #expect(throws: ImportError.self) { try format.tracks(in: []) }
  }
}

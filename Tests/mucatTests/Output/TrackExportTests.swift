import Catalog
import Decoders
import Testing

@testable import mucat

struct TrackExportTests {
  private func track(_ path: [UInt8], title: String? = nil, artist: String? = nil) -> Track {
    var track = Track()
    track.path = FilePath(bytes: path)
    track.title = title
    track.artist = artist
    track.duration = 61.4
    return track
  }

  @Test func `a playlist keeps the bytes of names and leaves out what a line cannot hold`() {
    let odd = Array("/m/\u{E9}".utf8) + [0xFF]
    let tracks = [
      track(odd, title: "One\nTwo", artist: "Ann"), track(Array("/m/a\nb.mp3".utf8)),
      track(Array("/m/c.mp3".utf8)),
    ]
    let (bytes, omitted) = TrackExport.playlist(tracks)
    #expect(
      bytes
        == Array("#EXTM3U\n#EXTINF:61,Ann - One\\nTwo\n".utf8) + odd
        + Array("\n#EXTINF:61,c.mp3\n/m/c.mp3\n".utf8))
    #expect(omitted == [tracks[1]])
  }

  @Test func `paths end with a zero byte, line breaks and all`() {
    let tracks = [track(Array("/a\nb".utf8)), track([0x2F, 0xFF])]
    #expect(TrackExport.zeroEndedPaths(tracks) == Array("/a\nb\0/".utf8) + [0xFF, 0])
  }

  @Test func `cells with commas, quotes and line breaks are quoted`() {
    let bytes = TrackExport.csv([track(Array("/a,b".utf8), title: "say \"hi\"\nthere")])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("path,title,artist,"))
    #expect(text.hasSuffix("\n\"/a,b\",\"say \"\"hi\"\"\nthere\",,,,,61.4,,,,,,,\n"))
  }

  @Test func `every row has as many cells as the header`() {
    let lines = String(decoding: TrackExport.csv([track([0x2F])]), as: UTF8.self).split(
      separator: "\n")
    for line in lines {
      #expect(
        line.split(separator: ",", omittingEmptySubsequences: false).count
          == TrackExport.csvHeader.count)
    }
  }
}

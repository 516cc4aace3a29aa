import Analysis
import Decoders

@testable import Catalog

extension ExportTrack {
  /// Two minutes in 4/4 with two sections, or what `change` makes of them.
  static func made(
    _ path: FilePath = "/music/a song.mp3", id: Int64 = 1, tempo: Double = 120,
    start: Double = 0.25, bars: Int = 32, cues: [CuePoint] = [], report: DecodeReport? = nil,
    header: MPEGHeaderFrame? = nil, change: (inout Track) -> Void = { _ in }
  ) -> ExportTrack {
    var track = Track()
    track.fileID = id
    track.recordingID = id
    track.path = path
    track.title = "A & B <live>"
    track.artist = "Röyksopp \"x\""
    track.duration = start + Double(bars * 4) * 60 / tempo
    track.sampleRate = 44_100
    track.channelCount = 2
    track.codec = "MPEG 1 layer III"
    track.bpm = tempo
    track.key = MusicalKey("8A")
    track.addedAt = 1_772_366_400
    change(&track)
    var result = MusicUnderstandingSession.SessionResult()
    let beats = (0..<(bars * 4)).map {
      CMTime(seconds: start + Double($0) * 60 / tempo, preferredTimescale: 44_100)
    }
    let downbeats = stride(from: 0, to: beats.count, by: 4).map { beats[$0] }
    result.rhythm = .init(
      beats: beats, bars: downbeats, beatsPerMinute: Float(tempo),
      details: .init(confidence: 0.9, beatsPerBar: 4, tempoStability: 1))
    if bars >= 4 {
      let middle = downbeats[bars / 2]
      let end = CMTime(seconds: track.duration, preferredTimescale: 44_100)
      result.structure = .init(sections: [
        .init(start: downbeats[0], end: middle), .init(start: middle, end: end),
      ])
    }
    return ExportTrack(track: track, result: result, cues: cues, report: report, header: header)
  }
}

extension DecodeReport {
  /// Of an MP3 with LAME's usual delay cut.
  static var ofMP3: DecodeReport {
    var report = DecodeReport(decoder: "libmpg123", codec: "MPEG 1 layer III")
    report.trimmedHead = 1105
    report.trimSource = .lameTag
    return report
  }
}

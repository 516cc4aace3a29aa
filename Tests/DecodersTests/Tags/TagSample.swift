import TestSupport

@testable import Decoders

/// A small untagged file of each container that tags are written to.
enum TagSample: String, CaseIterable, Sendable {
  case mp3 = "clicks_cbr.mp3"
  case flac = "clicks.flac"
  case oggFLAC = "clicks.oga"
  case vorbis = "clicks.ogg"
  case opus = "clicks.opus"
  case speex = "tags/tone.spx"
  case wave, bigWave, aiff
  case m4a = "tags/tone.m4a"
  case m4aFastStart = "tags/tone_faststart.m4a"
  case alac = "tags/tone_alac.m4a"
  case aac = "tags/tone.aac"
  case wma = "tags/tone.wma"
  case monkeysAudio = "tags/made.ape"
  case wavPack = "tags/tone.wv"
  case musepack = "tags/tone.mpc"
  case trueAudio = "tags/tone.tta"
  case dsf = "tags/made.dsf"

  /// Containers whose tag is ID3v2.
  static let id3v2: [TagSample] = [.mp3, .wave, .bigWave, .aiff, .aac, .trueAudio, .dsf]

  /// A copy under a name that tells nothing.
  func copy(to folder: TemporaryDirectory, named name: String = "odd name.xyz") -> FilePath {
    let path = folder.appending(name)
    let kinds: [TagSample: AudioFileWriter.Kind] = [.wave: .wav16, .bigWave: .rf64, .aiff: .aiff]
    if let kind = kinds[self] {
      AudioFileWriter.write([[0, 0.5, 0, 0.25, -0.5]], sampleRate: 8000, to: path, as: kind)
      return path
    }
    let parts = rawValue.split(separator: "/").map(String.init)
    let source = parts.reduce(Fixture.folder) { $0.appending($1.utf8) }
    return folder.write(TemporaryDirectory.contents(of: source), to: path)
  }

  var isOpus: Bool { self == .opus }

  /// What every container takes: gains in its own manner, a tempo, a key.
  var changes: TagChanges {
    var changes = TagChanges()
    if isOpus {
      changes.set(.r128TrackGain, to: "-1280")
      changes.set(.r128AlbumGain, to: "256")
    } else {
      changes.set(.replayGainTrackGain, to: "-6.52 dB")
      changes.set(.replayGainTrackPeak, to: "1.034512")
      changes.set(.replayGainAlbumGain, to: "+1.00 dB")
      changes.set(.replayGainAlbumPeak, to: "1.100000")
      changes.set(.replayGainReferenceLoudness, to: "-18.00 LUFS")
    }
    changes.set(.beatsPerMinute, to: "127.96")
    changes.set(.initialKey, to: "8A")
    return changes
  }
}

/// The bytes of ID3v2 tags, made by hand.
enum ID3Bytes {
  /// A frame of version 3 or 4, or with an identifier of three letters of version 2.
  static func frame(_ id: String, _ body: [UInt8], version: UInt8 = 3) -> [UInt8] {
    let size: [UInt8] =
      switch version {
      case 2: ID3v2Tag.bigEndian(body.count, width: 3)
      case 3: ID3v2Tag.bigEndian(body.count, width: 4) + [0, 0]
      default: ID3v2Tag.synchsafe(body.count) + [0, 0]
      }
    return Array(id.utf8) + size + body
  }

  static func tag(
    _ frames: [UInt8], version: UInt8 = 3, flags: UInt8 = 0, padding: Int = 0
  ) -> [UInt8] {
    let body = frames + [UInt8](repeating: 0, count: padding)
    return Array("ID3".utf8) + [version, 0, flags] + ID3v2Tag.synchsafe(body.count) + body
  }
}

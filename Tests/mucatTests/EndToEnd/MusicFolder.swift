import Decoders
import Glibc
import TestSupport

/// A small folder of good and bad files, made of nothing but this.
struct MusicFolder {
  let folder = TemporaryDirectory()
  /// Paths as the catalogue has them, byte for byte.
  private(set) var music: [FilePath] = []
  private(set) var broken: [FilePath] = []

  var root: FilePath { folder.appending("music") }

  /// A name that is not UTF-8, and one with a line break in it.
  static let invalidName = Array("caf".utf8) + [0xE9] + Array(".wav".utf8)
  static let brokenName = Array("two\nlines.wav".utf8)

  init() {
    folder.makeFolder("music")
  }

  /// Two songs that mix, of eight seconds: A minor at 126 and E minor at 124 beats per minute.
  mutating func addSongs() {
    addSong("Night Ferry", artist: "Harbour Lights", bpm: 126, tonic: 9, gain: 0.7)
    addSong("Glass Elevator", artist: "Harbour Lights", bpm: 124, tonic: 4, gain: 0.2)
  }

  mutating func addSong(
    _ title: String, artist: String, bpm: Double, tonic: Int, gain: Float
  ) {
    let song = DemoSong(
      title: title, artist: artist, album: "Crossings", genre: "House", beatsPerMinute: bpm,
      tonic: tonic, isMinor: true, barCount: 4, gain: gain, seed: UInt64(tonic))
    add(
      song.render(), as: .wav16, name: Array("\(title).wav".utf8),
      tags: .init(title: title, artist: artist, album: "Crossings", genre: "House"))
  }

  /// Files that are odd but audio: each must become a row.
  mutating func addOddMusic() {
    let tone = Self.tone(seconds: 1)
    add([tone, tone], as: .wav16, name: Self.invalidName)
    add([tone], as: .wav16, name: Self.brokenName)
    add([[Float](repeating: 0, count: 88_200)], as: .wav16, name: Array("silence.wav".utf8))
    add([Self.tone(seconds: 0.2)], as: .wav16, name: Array("short.wav".utf8))
    var damaged = tone
    damaged[100] = .nan
    damaged[200] = .infinity
    add([damaged], as: .wavFloat, name: Array("nan.wav".utf8))
  }

  /// Files that are no audio: each must be reported with its reason.
  mutating func addBrokenFiles() {
    let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10, 0x4A, 0x46, 0x49, 0x46, 0x00, 0x01]
    for (name, bytes) in [
      ("empty.mp3", []), ("photo.mp3", picture + [UInt8](repeating: 0x5A, count: 5000)),
    ] {
      broken.append(folder.write(bytes, to: root.appending(name.utf8)))
    }
  }

  /// A mono WAV of 16-bit zeros at 8 kHz whose samples are a hole in the file.
  mutating func addLongSilence(name: String, seconds: Int) {
    let byteCount = seconds * 16_000
    func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
    let header =
      Array("RIFF".utf8) + little(36 + byteCount) + Array("WAVEfmt ".utf8) + little(16)
      + [1, 0, 1, 0] + little(8000) + little(16_000) + [2, 0, 16, 0] + Array("data".utf8)
      + little(byteCount)
    let path = folder.write(header, to: root.appending(name.utf8))
    _ = path.withCString { truncate($0, 44 + byteCount) }
    music.append(path)
  }

  private mutating func add(
    _ planes: [[Float]], as kind: AudioFileWriter.Kind, name: [UInt8],
    tags: AudioFileWriter.TextTags = .init()
  ) {
    let path = root.appending(name)
    AudioFileWriter.write(planes, sampleRate: 44_100, to: path, as: kind, tags: tags)
    music.append(path)
  }

  private static func tone(seconds: Double) -> [Float] {
    (0..<Int(seconds * 44_100)).map { frame in
      0.25 * Float(sin(440 * 2 * .pi * Double(frame) / 44_100))
    }
  }
}

import Decoders

/// A small music library in every format: twelve songs whose tempo and key are known.
public enum DemoLibrary {
  /// A song and the file it is written to.
  public struct Entry: Sendable {
    public var song: DemoSong
    public var kind: AudioFileWriter.Kind
    /// Folder and file name below the library's root.
    public var fileName: String
  }

  public static let entries: [Entry] = [
    entry("Night Ferry", "Harbour Lights", "Crossings", .house, 126, 9, true, .flac, 1),
    entry("Glass Elevator", "Harbour Lights", "Crossings", .house, 124, 4, true, .mp3, 0.55),
    entry("Copper Wire", "Harbour Lights", "Crossings", .house, 127, 0, false, .vorbis, 0.8),
    entry("Paper Lanterns", "Harbour Lights", "Crossings", .house, 128, 2, true, .wav16, 0.35),
    entry("Tidal Mill", "Harbour Lights", "Crossings", .house, 125, 5, true, .mp3, 0.9),
    entry("Breakwater", "Quay Street", "Low Pressure", .breakbeat, 174, 9, true, .mp3, 1.1),
    entry("Signal Fires", "Quay Street", "Low Pressure", .breakbeat, 140, 11, true, .opus, 0.7),
    entry("Red Clay", "Quay Street", "Low Pressure", .rock, 95, 7, false, .vorbis, 0.5),
    entry("Marble Stairs", "Orchard Row", "Inland", .rock, 118, 1, false, .aiff, 0.6),
    entry("Corner Shop", "Orchard Row", "Inland", .rock, 110, 10, true, .flac, 0.25),
    entry("Slow Orchard", "Orchard Row", "Inland", .waltz, 132, 5, false, .flac, 0.3),
    entry("Low Winter Sun", "Orchard Row", "Inland", .rock, 82, 3, false, .wav24, 0.18),
  ]

  /// Renders and writes all songs below `root`, with tags where libsndfile can write them.
  ///
  /// - Parameter barCount: The length of each song.
  public static func write(
    to root: FilePath, barCount: Int = 16, makeFolder: (FilePath) -> Void
  ) {
    makeFolder(root)
    for folder in Set(entries.map { $0.song.artist }).sorted() {
      makeFolder(root.appending(folder.utf8))
    }
    for (number, entry) in entries.enumerated() {
      var song = entry.song
      song.barCount = barCount
      // Opus knows no 44.1 kHz.
      let rate = entry.kind == .opus ? 48_000 : 44_100
      AudioFileWriter.write(
        song.render(sampleRate: rate), sampleRate: rate, to: root.appending(entry.fileName.utf8),
        as: entry.kind,
        tags: .init(
          title: song.title, artist: song.artist, album: song.album, genre: song.genre,
          year: "2026", track: "\(number + 1)"))
    }
  }

  private static func entry(
    _ title: String, _ artist: String, _ album: String, _ style: DemoSong.Style,
    _ beatsPerMinute: Double, _ tonic: Int, _ isMinor: Bool, _ kind: AudioFileWriter.Kind,
    _ gain: Float
  ) -> Entry {
    let genre =
      switch style {
      case .house: "House"
      case .breakbeat: "Drum and Bass"
      case .rock: "Rock"
      case .waltz: "Waltz"
      }
    let song = DemoSong(
      title: title, artist: artist, album: album, genre: genre, style: style,
      beatsPerMinute: beatsPerMinute, tonic: tonic, isMinor: isMinor, gain: gain,
      seed: title.utf8.reduce(17) { $0 &* 31 &+ UInt64($1) })
    return Entry(song: song, kind: kind, fileName: "\(artist)/\(title).\(kind.fileExtension)")
  }
}

import Decoders
import TestSupport
import Testing

@testable import Catalog

@Suite("Rendering montages", .enabled(if: FFmpegTool.ffprobe.isInstalled))
struct MontageRendererTests {
  private let folder = TemporaryDirectory()
  private static let colors = ["red", "lime", "blue", "white"]

  /// Films of one colour each, of different lengths and shapes.
  private func clips() throws -> [VideoClip] {
    try Self.colors.enumerated().map { index, color in
      let path = folder.appending("\(index).mp4")
      let size = index % 2 == 0 ? "64x36" : "48x48"
      let source = "color=c=\(color):s=\(size):r=30:d=\(Double(index + 1) * 0.7)"
      let outcome = try FFmpegTool.ffmpeg.run([
        "-v", "error", "-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", path.displayText,
      ])
      #expect(outcome.isSuccess, "\(outcome.messages)")
      return try #require(try VideoClip(probing: path))
    }
  }

  /// The colour in the middle of each frame of a film, by its place in ``colors``.
  private func seen(_ film: FilePath) throws -> [Int] {
    let bytes = try FFmpegTool.ffmpeg.run([
      "-v", "error", "-i", film.displayText, "-vf", "crop=8:8,scale=1:1", "-f", "rawvideo",
      "-pix_fmt", "rgb24", "-",
    ]).output
    let palette = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
    return stride(from: 0, to: bytes.count - 2, by: 3).map { place in
      let pixel = bytes[place..<(place + 3)].map(Int.init)
      let distances = palette.map { zip($0, pixel).map { abs($0 - $1) }.reduce(0, +) }
      return distances.indices.min { distances[$0] < distances[$1] } ?? -1
    }
  }

  @Test("every cut of the film is on its frame, and the music is under it")
  func rendered() throws {
    var entry = ExportTrack.made(folder.appending("song.wav"), tempo: 132, start: 0.3, bars: 6)
    AudioFileWriter.write(
      [Signals.silence(seconds: entry.track.duration, sampleRate: 44_100)],
      sampleRate: 44_100, to: entry.track.path, as: .wav16)
    entry.sections = []
    var options = MontagePlanner.Options()
    options.frameRate = FrameRate(numerator: 30_000, denominator: 1001)
    options.barsPerSection = 2
    let clips = try clips()
    let plan = try MontagePlanner(track: entry, clips: clips, options: options).plan()
    #expect(plan.shots.count >= 6)
    var size = MontageRenderer.Options()
    size.width = 64
    size.height = 36
    let film = folder.appending("film.mp4")
    let parts = folder.makeFolder("parts")
    var done = 0
    try MontageRenderer(plan: plan, options: size).render(in: parts, to: film) { done = $0 }
    #expect(done == plan.shots.count)

    let seen = try seen(film)
    let expected = plan.shots.flatMap { shot in
      [Int](repeating: clips.firstIndex(of: shot.clip) ?? -1, count: shot.frameCount)
    }
    #expect(seen.count == expected.count)
    #expect(seen == expected)
    // And so every cut is within half a frame of its beat.
    let cuts = seen.indices.dropFirst().filter { seen[$0] != seen[$0 - 1] }
    #expect(cuts.count == plan.shots.count - 1)
    for (cut, shot) in zip(cuts, plan.shots.dropFirst()) {
      #expect(abs(options.frameRate.seconds(ofFrame: cut) - shot.musicTime) <= 0.5001 / 29.97)
    }
    let sound = try FFmpegTool.ffprobe.run([
      "-v", "error", "-select_streams", "a", "-show_entries", "stream=codec_name", "-of",
      "csv=p=0", film.displayText,
    ])
    #expect(String(decoding: sound.output, as: UTF8.self) == "aac\n")
  }

  @Test("a picture, a text and a film that is broken are no clips")
  func noClips() throws {
    let text = folder.write(Array("text".utf8), to: "a.txt")
    #expect(try VideoClip(probing: text) == nil)
    let song = folder.appending("song.wav")
    AudioFileWriter.write(
      [Signals.silence(seconds: 1, sampleRate: 44_100)], sampleRate: 44_100, to: song, as: .wav16)
    #expect(try VideoClip(probing: song) == nil)
  }

  @Test("what ffmpeg cannot do is told with its words")
  func failing() throws {
    let entry = ExportTrack.made(folder.appending("nothing.wav"), bars: 2)
    let gone = VideoClip(path: folder.appending("gone.mp4"), duration: 1)
    let plan = try MontagePlanner(track: entry, clips: [gone]).plan()
    #expect {
      try MontageRenderer(plan: plan).render(
        in: folder.makeFolder("parts2"), to: folder.appending("x.mp4"))
    } throws: { error in
      (error as? MontageRenderer.Failure)?.reason.contains("No such file") == true
    }
  }
}

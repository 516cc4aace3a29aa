import Decoders
import FoundationEssentials
import TestSupport
import Testing

@testable import mucat

/// `mucat montage` from a folder of films to a film.
@Suite(.enabled(if: FFmpegTool.ffprobe.isInstalled))
struct MontageTests {
  private func made() throws -> (music: MusicFolder, mucat: MucatProcess) {
    var music = MusicFolder()
    music.addSongs()
    let clips = music.folder.makeFolder("clips")
    for color in ["red", "blue"] {
      let film = clips.appending("\(color).mp4".utf8).displayText
      let outcome = try FFmpegTool.ffmpeg.run([
        "-v", "error", "-f", "lavfi", "-i", "color=c=\(color):s=64x36:r=25:d=2", "-pix_fmt",
        "yuv420p", film,
      ])
      #expect(outcome.isSuccess, "\(outcome.messages)")
    }
    music.folder.write(Array("notes".utf8), to: "clips/notes.txt")
    return (music, MucatProcess(in: music.folder))
  }

  private struct Plan: Decodable {
    struct Section: Decodable {
      struct Shot: Decodable { let startFrame, endFrame: Int, clip: String, musicTime: Double }
      let shots: [Shot]
      let pace: Double
    }
    let sections: [Section]
    let frameRate: Double
  }

  @Test func `a song that no catalogue has is heard, and films are cut to it`() async throws {
    let (music, mucat) = try made()
    let plan = try await mucat.run("montage", "music/Night Ferry.wav", "--clips", "clips")
    #expect(plan.status == 0, "\(plan.errors)")
    #expect(plan.errors.contains("notes.txt: left out: no film"))
    let shots = try JSONDecoder().decode(Plan.self, from: plan.outputData).sections.flatMap(\.shots)
    #expect(shots.count >= 2)
    #expect(shots.first?.clip.hasSuffix("/blue.mp4") == true)

    let film = try await mucat.run(
      "montage", "music/Night Ferry.wav", "--clips", "clips", "-o", "film.mp4", "--size", "64x36")
    #expect(film.status == 0, "\(film.errors)")
    let count = try FFmpegTool.ffprobe.run([
      "-v", "error", "-select_streams", "v", "-count_frames", "-show_entries",
      "stream=nb_read_frames", "-of", "csv=p=0", music.folder.appending("film.mp4").displayText,
    ])
    #expect(String(decoding: count.output, as: UTF8.self) == "\(shots.last?.endFrame ?? 0)\n")
    // Nothing is left beside it.
    let names = try #require(FileSystem.entries(of: music.folder.path))
    #expect(!names.contains { $0.starts(with: Array(".mucat".utf8)) })
  }

  @Test func `without films, or without beats, there is a reason`() async throws {
    let (music, mucat) = try made()
    music.folder.makeFolder("empty")
    let empty = try await mucat.run("montage", "music/Night Ferry.wav", "--clips", "empty")
    #expect(empty.status == 1 && empty.errors.contains("no films in it"))
    let gone = try await mucat.run("montage", "music/gone.wav", "--clips", "clips")
    #expect(gone.status == 2 && gone.errors.contains("No such file"))
    let silent = music.root.appending("silent.wav".utf8)
    AudioFileWriter.write(
      [Signals.silence(seconds: 3, sampleRate: 44_100)], sampleRate: 44_100, to: silent, as: .wav16)
    let none = try await mucat.run("montage", "music/silent.wav", "--clips", "clips")
    #expect(none.status == 2 && none.errors.contains("no beats to cut on: silence"))
  }
}

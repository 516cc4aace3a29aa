import Analysis
import Decoders
import Foundation
import TestSupport
import Testing

@Suite("Programs written for Apple's framework")
struct AppleProgramTests {
  private static let song = DemoSong(
    title: "Apple", beatsPerMinute: 100, tonic: 3, isMinor: true, barCount: 8
  ).render()

  private static let buffers = stride(from: 0, to: song[0].count, by: 4096).map { start in
    let end = min(start + 4096, song[0].count)
    return PCMBuffer(planes: song.map { Array($0[start..<end]) }, sampleRate: 44_100)
  }

  @Test("a page about a song")
  func page() async throws {
    let folder = TemporaryDirectory()
    let path = folder.appending("song.wav")
    AudioFileWriter.write(Self.song, sampleRate: 44_100, to: path, as: .wavFloat)
    let page = try await SongPage(asset: AudioAsset(url: URL(filePath: path.description)))
    #expect(page.key == "E♭ minor")
    #expect(abs(page.tempo - 100) < 0.5)
    #expect(page.beatCount >= 31 && page.barCount >= 7)
  }

  @Test("a light show, a montage and a document")
  func result() async throws {
    let session = MusicUnderstandingSession(audioProvider: AudioProvider(buffers: Self.buffers))
    let result = try await session.analyze()
    let show = try #require(LightShow(result))
    #expect(show.brightness(of: .drum, at: CMTime(seconds: 10, preferredTimescale: 600)) > 0.5)
    let cuts = Montage(result).cuts
    #expect(cuts.allSatisfy { cut in result.rhythm?.beats.contains(cut.time) == true })
    #expect(try document(result).contains("\"rhythm\""))
  }

  @Test("a meter in two tasks")
  func levels() async throws {
    let session = MusicUnderstandingSession(audioProvider: AudioProvider(buffers: Self.buffers))
    let levels = try await meter(session)
    #expect(levels.count == Self.song[0].count / 4410)
  }

  @Test("two hundred sessions at once answer like one")
  func many() async throws {
    let short = Array(Self.buffers.prefix(60))
    let one = try await MusicUnderstandingSession(audioProvider: AudioProvider(buffers: short))
      .analyze()
    let same = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 {
        group.addTask {
          try await MusicUnderstandingSession(audioProvider: AudioProvider(buffers: short))
            .analyze() == one
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(same == 200)
  }

  @Test("a session that is dropped while it runs stops")
  func dropped() async throws {
    let task = Task {
      try await MusicUnderstandingSession(audioProvider: AudioProvider(buffers: Self.buffers))
        .analyze()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("a provider that fails: its error")
  func failing() async throws {
    struct Unplugged: Error {}
    let buffers = AsyncThrowingStream<PCMBuffer, any Error> { continuation in
      continuation.yield(Self.buffers[0])
      continuation.finish(throwing: Unplugged())
    }
    let session = MusicUnderstandingSession(audioProvider: buffers)
    await #expect(throws: Unplugged.self) { try await session.analyze() }
  }
}

import Decoders
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Analysis
@testable import mucat

/// `mucat live`: standard input, line by line.
struct LiveTests {
  private let folder = TemporaryDirectory()

  private func run(_ file: FilePath, _ words: String...) async throws -> MucatProcess.Outcome {
    let input = file.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    defer { close(input) }
    let all = ["live"] + words + ["-"]
    return try await MucatProcess(in: folder)
      .start(all.map { Array($0.utf8) }, inputDescriptor: input).finished()
  }

  @Test func `each 100 ms is a line, and the last one knows tempo and key`() async throws {
    let song = DemoSong(title: "Live", beatsPerMinute: 120, tonic: 9, isMinor: true, barCount: 6)
    let file = folder.appending("song.wav")
    AudioFileWriter.write(song.render(), sampleRate: 44_100, to: file, as: .wav16)
    let outcome = try await run(file)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = try outcome.outputLines.map {
      try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8))
    }
    #expect(lines.first?["time"] == .number(0.1) && lines.first?["bpm"] == nil)
    let last = try #require(lines.last)
    #expect(last["type"] == .text("live") && last["time"] == .number(12))
    guard case .number(let bpm)? = last["bpm"] else { throw CancellationError() }
    #expect(abs(bpm - 120) < 1)
    guard case .number(let pace)? = last["pace"] else { throw CancellationError() }
    #expect(pace > 0 && pace < 100)
    #expect(last["camelot"] == .text("8A") && last["basis"] == .number(12))
  }

  @Test func `what is no audio is refused`() async throws {
    let empty = try await run(folder.write([], to: "empty"))
    #expect(empty.status == 2 && empty.output.isEmpty && empty.errors.contains("standard input"))
    let noise = folder.write([UInt8](repeating: 0x5A, count: 5000), to: "noise")
    #expect(try await run(noise).status == 2)
    let file = try await MucatProcess(in: folder).run("live", "song.wav")
    #expect(file.status == 64)
    #expect(try await run(noise, "--rate", "8000").status == 64)
  }

  @Test func `meters fit the terminal`() {
    let now = SemanticAudioDescriptor(
      time: 3, loudness: .init(currentDb: -14, shortTerm: -.infinity, integrated: -15, truePeak: 0))
    for width in [20, 40, 79, 300] {
      let lines = LiveMeters(width: width, style: .plain).lines(now)
      #expect(lines.count == 10)
      for line in lines { #expect(line.count <= max(width, 25)) }
    }
  }
}

import Decoders
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `mucat analyze --follow` on pipes that are fed bit by bit.
struct FollowTests {
  private let mucat = MucatProcess(in: TemporaryDirectory())

  /// Both ends of a pipe that no other process holds open.
  private struct Pipe {
    let reading, writing: Int32

    init() {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { fatalError("no pipe") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (reading, writing) = (ends[0], ends[1])
    }

    func write(_ bytes: [UInt8]) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(writing, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Noise of 16 bits in two channels at 8 kHz.
  private static func noise(seconds: Double, seed: UInt64 = 1) -> [UInt8] {
    let plane = Signals.noise(amplitude: 0.2, seconds: seconds, sampleRate: 8000, seed: seed)
    return plane.flatMap { sample -> [UInt8] in
      let value = UInt16(bitPattern: Int16(sample * 32_767))
      let bytes = [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
      return bytes + bytes
    }
  }

  private static let raw = ["--raw", "s16le", "--rate", "8000", "--channels", "2"]

  private func start(
    _ words: [String], input: Int32, output: Int32? = nil
  ) throws -> MucatProcess.Running {
    try mucat.start(
      (["analyze", "--follow"] + words).map { Array($0.utf8) }, inputDescriptor: input,
      outputDescriptor: output)
  }

  private func objects(_ outcome: MucatProcess.Outcome) throws -> [JSONValue] {
    try outcome.outputLines.map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
  }

  @Test func `a line comes per 100 ms while the input is still open, then a summary`() async throws
  {
    let input = Pipe()
    let running = try start(Self.raw + ["-"], input: input.reading)
    close(input.reading)
    input.write(Self.noise(seconds: 1.05))
    // The input has not ended: what is there was written at the time it was known.
    #expect(try await running.hasOutputLines(10))
    input.write(Self.noise(seconds: 1, seed: 2))
    #expect(try await running.hasOutputLines(20))
    close(input.writing)
    let outcome = try await running.finished()
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let lines = try objects(outcome)
    #expect(lines.count == 21)
    for (index, line) in lines.dropLast().enumerated() {
      #expect(line["type"] == .text("loudness"))
      #expect(line["time"] == .number(Double(index + 1) / 10))
      #expect(line["momentary"] != nil && line["shortTerm"] != nil)
    }
    #expect(lines[0]["integrated"] == .null)
    let summary = try #require(lines.last)
    #expect(summary["type"] == .text("summary"))
    #expect(summary["duration"] == .number(2.05))
    #expect(summary["sampleRate"] == .number(8000) && summary["channelCount"] == .number(2))
    #expect(summary["integrated"] == lines[19]["integrated"])
    #expect(summary["schemaVersion"] == .number(1))
  }

  @Test func `WAVE of a length its writer did not know is read to the end`() async throws {
    func little(_ value: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    for size in [UInt32(0), 0xFFFF_FFFF] {
      let header =
        Array("RIFF".utf8) + little(size) + Array("WAVEfmt ".utf8) + little(16) + [1, 0, 2, 0]
        + little(8000) + little(32_000) + [4, 0, 16, 0] + Array("data".utf8) + little(size)
      let input = Pipe()
      let running = try start(["-"], input: input.reading)
      close(input.reading)
      // Pieces that end inside of the header, of frames and of samples.
      let bytes = header + Self.noise(seconds: 1)
      for start in stride(from: 0, to: bytes.count, by: 331) {
        input.write(Array(bytes[start..<min(start + 331, bytes.count)]))
      }
      close(input.writing)
      let outcome = try await running.finished()
      #expect(outcome.status == 0)
      #expect(try objects(outcome).count == 11)
    }
  }

  @Test func `an interrupt ends the input, and the summary still comes`() async throws {
    let input = Pipe()
    let running = try start(Self.raw + ["-"], input: input.reading)
    close(input.reading)
    input.write(Self.noise(seconds: 0.5))
    try running.signal(afterOutputLines: 5)
    let outcome = try await running.finished()
    close(input.writing)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let lines = try objects(outcome)
    #expect(lines.count == 6)
    #expect(lines.last?["type"] == .text("summary"))
    #expect(lines.last?["duration"] == .number(0.5))
  }

  @Test func `a reader that goes away ends it quietly, though the input stays open`() async throws {
    let (input, output) = (Pipe(), Pipe())
    close(output.reading)
    let running = try start(Self.raw + ["-"], input: input.reading, output: output.writing)
    close(input.reading)
    close(output.writing)
    input.write(Self.noise(seconds: 0.3))
    let outcome = try await running.finished()
    close(input.writing)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
  }

  @Test func `silence and nothing have no level`() async throws {
    for (bytes, reason) in [([UInt8](repeating: 0, count: 32_000), "silence"), ([], "tooShort")] {
      let input = Pipe()
      let running = try start(Self.raw + ["-"], input: input.reading)
      close(input.reading)
      input.write(bytes)
      close(input.writing)
      let outcome = try await running.finished()
      #expect(outcome.status == 0)
      let summary = try #require(try objects(outcome).last)
      #expect(summary["integrated"] == .null && summary["reason"] == .text(reason))
      #expect(!outcome.output.contains("inf"))
    }
  }

  @Test func `what is no WAVE is a failure that says so`() async throws {
    let input = Pipe()
    let running = try start(["-"], input: input.reading)
    close(input.reading)
    input.write(Array("a text that is long enough for a header".utf8))
    close(input.writing)
    let outcome = try await running.finished()
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("mucat: standard input: not audio"))
  }

  @Test func `a file is followed as it is decoded`() async throws {
    let plane = Signals.noise(amplitude: 0.2, seconds: 1.5, sampleRate: 8000)
    AudioFileWriter.write(
      [plane], sampleRate: 8000, to: mucat.folder.appending("song.flac"), as: .flac)
    let once = try objects(try await mucat.run("analyze", "--follow", "song.flac"))
    let twice = try objects(
      try await mucat.run("analyze", "--follow", "--dual-mono", "song.flac"))
    #expect(once.count == 16 && twice.count == 16)
    guard case .number(let single)? = once.last?["integrated"],
      case .number(let double)? = twice.last?["integrated"]
    else {
      Issue.record("no loudness")
      return
    }
    #expect(abs(double - single - 3.01) < 0.02)
  }

  @Test(arguments: [
    ["--follow", "a", "b"], ["--follow", "--only", "key", "a"], ["--follow", "--pretty", "a"],
    ["--follow", "--raw", "s16le", "a"], ["--follow", "--rate", "8000", "-"],
    ["--raw", "s16le", "a"], ["--follow", "--raw", "mp3", "-"],
  ])
  func `combinations that mean nothing are refused`(words: [String]) async throws {
    let outcome = try await mucat.run(words: (["analyze"] + words).map { Array($0.utf8) })
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
  }
}

extension MucatProcess.Running {
  /// Waits until standard output has that many lines; false when it ends or takes minutes.
  fileprivate func hasOutputLines(_ count: Int) async throws -> Bool {
    guard let outputPath else { return false }
    for _ in 0..<12_000 {
      if TemporaryDirectory.contents(of: outputPath).count(where: { $0 == 0x0A }) >= count {
        return true
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }
}

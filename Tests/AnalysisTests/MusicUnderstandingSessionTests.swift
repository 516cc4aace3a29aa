import Decoders
import FoundationEssentials
import TestSupport
import Testing

@testable import Analysis

/// The session's contract, whatever the analyzers find.
@Suite struct MusicUnderstandingSessionTests {
  /// A few seconds of a song, in blocks.
  private static func blocks(seconds: Double = 6, size: Int = 4096) -> [PCMBuffer] {
    let song = DemoSong(title: "Blocks", beatsPerMinute: 120, tonic: 9, isMinor: true, barCount: 4)
    let planes = song.render().map { Array($0.prefix(Int(seconds * 44_100))) }
    return stride(from: 0, to: planes[0].count, by: size).map { start in
      PCMBuffer(
        planes: planes.map { Array($0[start..<min(start + size, $0.count)]) },
        sampleRate: 44_100, startFrame: start)
    }
  }

  private static func provider(_ blocks: [PCMBuffer]) -> AsyncStream<PCMBuffer> {
    AsyncStream { continuation in
      for block in blocks { continuation.yield(block) }
      continuation.finish()
    }
  }

  @Test func onlyWhatIsAskedForIsAnswered() async throws {
    for type in [AnalysisType.instrumentActivity, .key, .loudness, .rhythm] {
      let session = MusicUnderstandingSession(audioProvider: Self.provider(Self.blocks()))
      let result = try await session.analyze(for: [type])
      #expect((result.key != nil) == (type == .key))
      #expect((result.loudness != nil) == (type == .loudness))
      #expect((result.rhythm != nil) == (type == .rhythm))
      #expect((result.instrumentActivity != nil) == (type == .instrumentActivity))
      #expect((result.structure != nil) == (type == .structure))
      #expect((result.pace != nil) == (type == .pace))
    }
  }

  @Test func analyzeFillsEverything() async throws {
    let session = MusicUnderstandingSession(audioProvider: Self.provider(Self.blocks()))
    let result = try await session.analyze()
    #expect(result.key != nil && result.loudness != nil && result.rhythm != nil)
    #expect(result.instrumentActivity != nil)
    #expect(result.pace != nil && result.structure != nil)
    #expect(AnalysisType.available == Set(AnalysisType.allCases))
  }

  @Test func aSessionAnalysesOnce() async throws {
    let session = MusicUnderstandingSession(audioProvider: Self.provider(Self.blocks(seconds: 1)))
    _ = try await session.analyze(for: [.loudness])
    await #expect(throws: AnalysisError.sessionInProgress) {
      try await session.analyze(for: [.loudness])
    }
  }

  @Test func anEmptySetIsRefusedAndDoesNotUseTheSessionUp() async throws {
    let session = MusicUnderstandingSession(audioProvider: Self.provider(Self.blocks(seconds: 1)))
    await #expect(throws: AnalysisError.emptyAnalysisSet) { try await session.analyze(for: []) }
    _ = try await session.analyze(for: [.loudness])
  }

  @Test func anUnreadableAssetSaysWhy() async {
    await #expect(throws: AnalysisError.self) {
      try await MusicUnderstandingSession(asset: AudioAsset(path: FilePath("/no/such/file.wav")))
    }
    let folder = TemporaryDirectory()
    let text = folder.write(Array("not music".utf8), to: "text.wav")
    await #expect(throws: AnalysisError.self) {
      try await MusicUnderstandingSession(asset: AudioAsset(path: text))
    }
  }

  @Test func cancellationIsSwiftsOwnError() async throws {
    let session = MusicUnderstandingSession(audioProvider: Self.provider(Self.blocks()))
    await session.cancel()
    await #expect(throws: CancellationError.self) { try await session.analyze() }
    // The stream ends with the same error instead of waiting for ever.
    await #expect(throws: CancellationError.self) {
      for try await _ in session.loudnessResults {}
    }
  }

  @Test func aCancelledTaskStopsTheAnalysis() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let session = MusicUnderstandingSession(audioProvider: Self.provider(Self.blocks()))
      return try await session.analyze()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func aChangeOfFormatIsRefused() async {
    let mixed = [
      PCMBuffer(planes: [[0, 0.1, 0.2]], sampleRate: 44_100),
      PCMBuffer(planes: [[0, 0.1, 0.2]], sampleRate: 48_000),
    ]
    let session = MusicUnderstandingSession(audioProvider: Self.provider(mixed))
    await #expect(throws: AnalysisError.formatChanged) { try await session.analyze() }
  }

  @Test func aProviderThatGivesNothingIsAPieceOfNoLength() async throws {
    let session = MusicUnderstandingSession(audioProvider: Self.provider([]))
    let result = try await session.analyze()
    #expect(result.loudness?.integrated.value == -.infinity)
    #expect(result.rhythm?.beats.isEmpty == true)
    #expect(result.key?.ranges.isEmpty == true)
    #expect(result.instrumentActivity?.activity[.vocal] == [])
    let data = try JSONEncoder().encode(result)
    #expect(
      try JSONDecoder().decode(MusicUnderstandingSession.SessionResult.self, from: data) == result)
  }

  @Test(arguments: [1, 441, 1000, 8192])
  func theAnswerDoesNotDependOnTheSizeOfTheBlocks(size: Int) async throws {
    let seconds = size == 1 ? 0.8 : 6
    let reference = try await MusicUnderstandingSession(
      audioProvider: Self.provider(Self.blocks(seconds: seconds))
    ).analyze()
    let other = try await MusicUnderstandingSession(
      audioProvider: Self.provider(Self.blocks(seconds: seconds, size: size))
    ).analyze()
    #expect(other == reference)
  }

  @Test func resultsSurviveJSONExactly() async throws {
    let session = MusicUnderstandingSession(audioProvider: Self.provider(Self.blocks()))
    let result = try await session.analyze()
    let data = try JSONEncoder().encode(result)
    #expect(
      try JSONDecoder().decode(MusicUnderstandingSession.SessionResult.self, from: data) == result)
  }

  @Test func loudnessIsDeliveredOncePerTenthOfASecond() async throws {
    let session = MusicUnderstandingSession(audioProvider: Self.provider(Self.blocks(seconds: 3)))
    let listener = Task {
      var received: [MusicUnderstandingSession.LoudnessResult] = []
      for try await result in session.loudnessResults { received.append(result) }
      return received
    }
    let result = try await session.analyze(for: [.loudness])
    let received = try await listener.value
    #expect(received.count == 30)
    #expect(received.allSatisfy { $0.momentary.count == 1 && $0.shortTerm.count == 1 })
    #expect(received.map { $0.momentary[0] } == result.loudness?.momentary)
    #expect(received.map { $0.shortTerm[0] } == result.loudness?.shortTerm)
  }

  @Test func aFileAndItsSamplesGiveTheSameAnswer() async throws {
    let folder = TemporaryDirectory()
    let planes = DemoSong(
      title: "File", beatsPerMinute: 128, tonic: 0, isMinor: false, barCount: 4
    ).render()
    let path = folder.appending("song.wav")
    AudioFileWriter.write(planes, sampleRate: 44_100, to: path, as: .wavFloat)
    let fromFile = try await MusicUnderstandingSession(asset: AudioAsset(path: path)).analyze()
    let fromSamples = try await MusicUnderstandingSession(
      audioProvider: Self.provider([PCMBuffer(planes: planes, sampleRate: 44_100)])
    ).analyze()
    #expect(fromFile == fromSamples)
  }
}

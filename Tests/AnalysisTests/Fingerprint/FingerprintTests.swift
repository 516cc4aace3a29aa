import CChromaprint
import Decoders
import TestSupport
import Testing

@testable import Analysis

struct FingerprintTests {
  private static let song = DemoSong(
    title: "A", beatsPerMinute: 118, tonic: 2, isMinor: true, barCount: 12)

  private func fingerprint(
    _ planes: [[Float]], sampleRate: Int = 44_100, blockSize: Int = 4096
  ) async throws -> AcousticFingerprint {
    let blocks = PCMBuffer.blocks(planes: planes, sampleRate: sampleRate, size: blockSize)
    let session = MusicUnderstandingSession(
      audioProvider: AsyncStream { continuation in
        for block in blocks { continuation.yield(block) }
        continuation.finish()
      })
    _ = try await session.analyzeAtOnce(for: [.loudness], takesFingerprint: true)
    return try #require(await session.fingerprint)
  }

  @Test func `a fingerprint is taken only when it is asked for`() async throws {
    let session = MusicUnderstandingSession(audioProvider: AsyncStream<PCMBuffer> { $0.finish() })
    _ = try await session.analyze(for: [.key])
    #expect(await session.fingerprint == nil)
  }

  @Test func `blocks of any size give the same, whether or not anything else is analysed`()
    async throws
  {
    let planes = Self.song.render()
    let one = try await fingerprint(planes)
    #expect(one == (try await fingerprint(planes, blockSize: 577)))
    let folder = TemporaryDirectory()
    let path = folder.appending("a.wav")
    AudioFileWriter.write(planes, sampleRate: 44_100, to: path, as: .wavFloat)
    #expect(one == (try AcousticFingerprint.of(AudioAsset(path: path))))
    // 2.6 s are heard for the first value, and one more value follows every step.
    let seconds = Double(planes[0].count) / 44_100
    let expected = (seconds - 2.6) / AcousticFingerprint.step
    #expect(abs(Double(one.values.count) - expected) <= 2)
  }

  @Test func `only the first two minutes are heard`() async throws {
    let head = Signals.noise(amplitude: 0.3, seconds: 120, sampleRate: 8000)
    let long = head + Signals.chord([220, 330], seconds: 20, sampleRate: 8000)
    let fingerprint = try await fingerprint([long], sampleRate: 8000)
    #expect(fingerprint.values.count == 948)
    let other = head + Signals.chord([262, 392, 523], seconds: 9, sampleRate: 8000)
    #expect(try await self.fingerprint([other], sampleRate: 8000) == fingerprint)
  }

  @Test(arguments: [0, 0.5, 2]) func `what is too short has no values`(seconds: Double)
    async throws
  {
    let noise = Signals.noise(seconds: seconds, sampleRate: 8000)
    #expect(try await fingerprint([noise], sampleRate: 8000).values.isEmpty)
  }

  @Test func `the rate is changed as the library would change it itself`() async throws {
    let planes = Self.song.render()
    let one = try await fingerprint(planes)
    let mono = zip(planes[0], planes[1]).map { ($0 + $1) / 2 }
    let samples = mono.map { Int16(max(-32_768, min(32_767, ($0 * 32_768).rounded()))) }
    let context = try #require(cchromaprint_start(44_100))
    defer { cchromaprint_end(context) }
    #expect(cchromaprint_feed(context, samples, Int32(samples.count)) == 1)
    var values: UnsafeMutablePointer<UInt32>?
    var count: Int32 = 0
    try #require(cchromaprint_finish(context, &values, &count) == 1)
    defer { cchromaprint_release(values) }
    let theirs = Array(UnsafeBufferPointer(start: values, count: Int(count)))
    #expect(abs(theirs.count - one.values.count) <= 1)
    let errors = zip(theirs, one.values).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    // Filters differ a little; a wrong rate or channel would turn over half of the bits.
    #expect(Double(errors) < 0.03 * Double(32 * theirs.count))
  }

  @Test func `bytes give the same fingerprint back, and damaged ones none`() async throws {
    let one = try await fingerprint(Self.song.render())
    let bytes = try #require(one.packed)
    #expect(bytes.count < 4 * one.values.count)
    #expect(AcousticFingerprint(packed: bytes) == one)
    #expect(AcousticFingerprint(values: []).packed == [])
    #expect(AcousticFingerprint(packed: []) == AcousticFingerprint(values: []))
    #expect(AcousticFingerprint(packed: [1]) == nil)
    #expect(AcousticFingerprint(packed: Array(bytes.prefix(50))) == nil)
    // Of another of the library's algorithms.
    #expect(AcousticFingerprint(packed: [3] + bytes.dropFirst()) == nil)
  }
}

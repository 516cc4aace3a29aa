import Analysis
import Decoders

@testable import Catalog

extension FileIdentity {
  /// The identity of a file of which only the path matters.
  static func made(_ path: FilePath, size: Int64 = 1000) -> FileIdentity {
    FileIdentity(
      path: path, size: size, modifiedNanoseconds: 1_700_000_000_123_456_789,
      changedNanoseconds: 1_700_000_001_000_000_001, inode: 42, device: .max)
  }

  static func made(_ path: String) -> FileIdentity { made(FilePath(path)) }
}

extension PayloadHash {
  /// A hash made of a number.
  static func made(_ number: Int) -> PayloadHash {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    return PayloadHash(bytes: bytes + bytes)!
  }
}

extension AnalysedFile {
  /// A file with the given tags and results; what is not given is unknown.
  static func made(
    _ path: FilePath, payload: Int, tags: (inout Tags) -> Void = { _ in }, bpm: Float? = nil,
    key: MusicalKey? = nil, lufs: Float = -.infinity, energy: Double? = nil, seconds: Int = 200,
    codec: String = "FLAC", fingerprint: AcousticFingerprint? = AcousticFingerprint(values: []),
    change: (inout MusicUnderstandingSession.SessionResult) -> Void = { _ in }
  ) -> AnalysedFile {
    var report = DecodeReport(decoder: "test", codec: codec)
    report.frameCount = seconds * 44_100
    var filled = Tags()
    tags(&filled)
    var result = MusicUnderstandingSession.SessionResult()
    result.rhythm = .init(
      beatsPerMinute: bpm,
      details: .init(
        confidence: 0.8, beatsPerBar: bpm == nil ? nil : 4, tempoStability: 0.9,
        reason: bpm == nil ? .noClearPulse : nil))
    let signature = key.map { MusicUnderstandingSession.KeySignature($0) }
    result.key = .init(
      ranges: signature.map {
        [.init(range: .init(start: .zero, end: .seconds(seconds)), value: $0)]
      }
        ?? [],
      details: .init(
        global: signature, confidence: 0.6, tuningCents: key == nil ? nil : 4,
        reason: key == nil ? .atonal : nil))
    result.loudness = .init(
      integrated: .init(time: .seconds(seconds), value: lufs), momentary: [], shortTerm: [],
      peak: .init(time: .seconds(1), value: lufs + 12),
      details: .init(
        loudnessRange: lufs.isFinite ? 6 : nil, samplePeak: lufs.isFinite ? lufs + 11.5 : nil,
        truePeak: lufs.isFinite ? lufs + 12 : nil, reason: lufs.isFinite ? nil : .silence))
    result.instrumentActivity = .init()
    result.structure = .init()
    result.pace = .init()
    change(&result)
    return AnalysedFile(
      identity: .made(path), payloadHash: .made(payload), payloadByteCount: seconds * 100_000,
      format: AudioFormat(sampleRate: 44_100, channelCount: 2), report: report, tags: filled,
      result: result, energy: energy, fingerprint: fingerprint)
  }
}

extension MusicUnderstandingSession.SessionResult {
  /// Sets the mean pace, and sections of 20 s each.
  mutating func setForm(pace: Double, sections: Int) {
    self.pace = .init(
      ranges: [.init(range: .init(start: .zero, end: .seconds(20 * sections)), value: pace)],
      details: .init(mean: pace))
    structure = .init(
      sections: (0..<sections).map { .init(start: .seconds(20 * $0), end: .seconds(20 * $0 + 20)) })
  }
}

extension CMTime {
  static func seconds(_ count: Int) -> CMTime {
    CMTime(value: Int64(count) * 44_100, timescale: 44_100)
  }
}

import Decoders
import TestSupport
import Testing

@testable import Analysis

struct FingerprintAlignmentTests {
  private let folder = TemporaryDirectory()

  private static func song(
    tonic: Int = 2, bpm: Double = 118, seed: UInt64 = 1, style: DemoSong.Style = .house
  ) -> [[Float]] {
    DemoSong(
      title: "A", style: style, beatsPerMinute: bpm, tonic: tonic, isMinor: true, barCount: 12,
      seed: seed
    ).render()
  }

  private static let original = song()
  private static let seconds = Double(original[0].count) / 44_100

  private func fingerprint(
    _ planes: [[Float]], as kind: AudioFileWriter.Kind = .wavFloat, sampleRate: Int = 44_100,
    quality: Double = 0.2
  ) throws -> AcousticFingerprint {
    let path = folder.appending("a.\(kind.fileExtension)")
    AudioFileWriter.write(planes, sampleRate: sampleRate, to: path, as: kind, quality: quality)
    return try #require(try AcousticFingerprint.of(AudioAsset(path: path)))
  }

  private func isSame(
    _ one: AcousticFingerprint, _ other: AcousticFingerprint, _ seconds: Double = seconds,
    _ otherSeconds: Double = seconds
  ) -> Bool {
    let (there, back) = (FingerprintAlignment(one, other), FingerprintAlignment(other, one))
    let isSame = there?.isSameMusic(firstDuration: seconds, secondDuration: otherSeconds) ?? false
    #expect(
      isSame == back?.isSameMusic(firstDuration: otherSeconds, secondDuration: seconds) ?? false)
    return isSame
  }

  @Test(arguments: [AudioFileWriter.Kind.mp3, .vorbis, .flac])
  func `lossy coding leaves the same music`(kind: AudioFileWriter.Kind) throws {
    let (one, other) = (try fingerprint(Self.original), try fingerprint(Self.original, as: kind))
    let alignment = try #require(FingerprintAlignment(one, other))
    #expect(alignment.shift == 0 && alignment.errorRate < 0.08)
    let same = isSame(one, other)
    #expect(same)
  }

  @Test func `level and polarity do not matter`() throws {
    let quiet = Self.original.map { Signals.scaled($0, by: -0.1) }
    let same = isSame(try fingerprint(Self.original), try fingerprint(quiet))
    #expect(same)
  }

  @Test(arguments: [0.31, 1.3, 5.06])
  func `seconds cut off at the head are found`(cut: Double) throws {
    let tail = Self.original.map { Array($0.dropFirst(Int(cut * 44_100))) }
    let (one, other) = (try fingerprint(Self.original), try fingerprint(tail, as: .mp3))
    let alignment = try #require(FingerprintAlignment(one, other))
    #expect(abs(alignment.shift - cut) <= AcousticFingerprint.step)
    let same = isSame(one, other, Self.seconds, Self.seconds - cut)
    #expect(same)
  }

  @Test func `silence before the music is passed over`() throws {
    let silence = Signals.silence(seconds: 4, sampleRate: 44_100)
    let later = try fingerprint(Self.original.map { silence + $0 })
    let same = isSame(try fingerprint(Self.original), later, Self.seconds, Self.seconds + 4)
    #expect(same)
  }

  @Test func `what goes on for another minute is another piece`() throws {
    let one = try fingerprint(Self.original)
    let same = isSame(one, one, Self.seconds, Self.seconds + 60)
    #expect(!same)
  }

  @Test func `a voice over the same band is another version`() throws {
    var voice: [Float] = []
    for note in [62.0, 65, 69, 67, 70, 64, 74, 72, 65, 69, 62, 60] {
      let pitch = Signals.frequency(midiNote: note)
      voice += Signals.chord([pitch, 2 * pitch], amplitude: 0.15, seconds: 2, sampleRate: 44_100)
    }
    let sung = Self.original.map { Array(Signals.mix([$0, voice]).prefix($0.count)) }
    let same = isSame(try fingerprint(Self.original), try fingerprint(sung))
    #expect(!same)
  }

  @Test func `another key, tempo or beat is another piece`() throws {
    let one = try fingerprint(Self.original)
    let others = [
      Self.song(tonic: 3), Self.song(bpm: 121), Self.song(tonic: 9, style: .breakbeat),
    ]
    for other in others {
      let same = isSame(one, try fingerprint(other))
      #expect(!same)
    }
  }

  @Test func `a version that differs for a while only is another version`() throws {
    let other = Self.song(tonic: 7, seed: 3)
    let part = 8 * 44_100..<20 * 44_100
    let edited = zip(Self.original, other).map { mine, theirs in
      var plane = mine
      plane.replaceSubrange(part, with: theirs[part])
      return plane
    }
    let same = isSame(try fingerprint(Self.original), try fingerprint(edited))
    #expect(!same)
  }

  @Test func `silence, a hum and hiss are like nothing, not even themselves`() throws {
    let silence = Signals.silence(seconds: 30, sampleRate: 44_100)
    let hum = Signals.chord([110, 220], seconds: 30, sampleRate: 44_100)
    for plane in [silence, hum] {
      let fingerprint = try fingerprint([plane])
      let same = isSame(fingerprint, fingerprint, 30, 30)
      #expect(!same)
    }
    let hiss = try [UInt64(1), 2].map { seed in
      try fingerprint([Signals.noise(amplitude: 0.3, seconds: 30, sampleRate: 44_100, seed: seed)])
    }
    let same = isSame(hiss[0], hiss[1], 30, 30)
    #expect(!same)
  }

  @Test func `pieces of a few seconds are not compared`() throws {
    let short = try fingerprint(Self.original.map { Array($0.prefix(7 * 44_100)) })
    #expect(FingerprintAlignment(short, short) == nil)
    let none = AcousticFingerprint(values: [])
    #expect(FingerprintAlignment(none, none) == nil)
  }
}

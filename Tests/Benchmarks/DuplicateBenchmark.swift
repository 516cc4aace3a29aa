import Analysis
import Catalog
import Decoders
import Glibc
import TestSupport

/// How well the same music is recognised in other encodings, and what it costs.
///
/// Of the first minute of up to 40 files, of which 20 s are there, versions are made with ffmpeg; two
/// belong together when they come from the same file.
///
/// - Parameter folder: Real music; nil for the demonstration library, which says little.
func benchmarkDuplicates(folder: FilePath?) async throws {
  guard let ffmpeg = Program("ffmpeg") else {
    print("\nno ffmpeg: duplicates are not measured")
    return
  }
  let temporary = TemporaryDirectory()
  let music = folder ?? temporary.appending("music")
  if folder == nil {
    DemoLibrary.write(to: music, barCount: 24) { path in
      _ = path.withCString { mkdir($0, 0o755) }
    }
  }
  let files = BenchmarkMusic.files(below: music).sorted()
  let step = max(files.count / sourceCount, 1)
  let chosen = files.indices.filter { $0 % step == 0 }.map { files[$0] }
  let versions = try makeVersions(of: chosen, in: temporary, with: ffmpeg)

  let clock = ContinuousClock()
  let catalog = try Catalog(path: temporary.appending("catalog.db"), access: .readWrite)
  for (index, version) in versions.enumerated() {
    // The fingerprint alone is what is measured here: no scan, no other analysis.
    try await catalog.store(version.stored(index))
  }
  let start = clock.now
  let found = try await DuplicateFinder(catalog: catalog).find()
  let seconds = (clock.now - start) / .seconds(1)
  report(found.groups, versions, seconds)
  try await benchmarkLargeLibrary(versions.map(\.fingerprint))
  try await benchmarkFingerprintCost(Array(chosen.prefix(10)))
}

private let sourceCount = 40
/// Of longer files, so much is taken.
private let clipSeconds = 60

/// What is done to a file, as ffmpeg's options, and the ending of the result's name.
private let treatments: [(name: String, options: [String], ending: String)] = [
  ("MP3 64 kbit/s", ["-b:a", "64k"], "mp3"),
  ("MP3 128 kbit/s", ["-b:a", "128k"], "mp3"),
  ("MP3 320 kbit/s", ["-b:a", "320k"], "mp3"),
  ("Vorbis q3", ["-c:a", "libvorbis", "-q:a", "3"], "ogg"),
  ("Opus 64 kbit/s", ["-c:a", "libopus", "-b:a", "64k"], "opus"),
  ("FLAC", [], "flac"),
  ("0.3 s cut off, MP3 128", ["-ss", "0.3", "-b:a", "128k"], "mp3"),
  ("1.3 s cut off, MP3 64", ["-ss", "1.3", "-b:a", "64k"], "mp3"),
  ("5.06 s cut off, Opus 64", ["-ss", "5.06", "-c:a", "libopus", "-b:a", "64k"], "opus"),
  ("2 s of silence before, MP3 128", ["-af", "adelay=2000:all=1", "-b:a", "128k"], "mp3"),
  ("12 dB quieter, MP3 128", ["-af", "volume=-12dB", "-b:a", "128k"], "mp3"),
  ("6 dB louder, clipped, MP3 128", ["-af", "volume=6dB", "-b:a", "128k"], "mp3"),
  ("resampled to 22.05 kHz, MP3 64", ["-ar", "22050", "-b:a", "64k"], "mp3"),
  ("mono, Vorbis q1", ["-ac", "1", "-c:a", "libvorbis", "-q:a", "1"], "ogg"),
]

/// A file and what it was made from.
private struct Version {
  var source: Int
  /// The place among the treatments; nil for the original.
  var treatment: Int? = nil
  var duration: Double
  var fingerprint: AcousticFingerprint

  func stored(_ index: Int) -> AnalysedFile {
    var report = DecodeReport(decoder: "benchmark", codec: "FLAC")
    report.frameCount = Int(duration * 44_100)
    return AnalysedFile(
      identity: FileIdentity(
        path: FilePath("/\(index)"), size: 1, modifiedNanoseconds: 0, changedNanoseconds: 0,
        inode: UInt64(index), device: 1),
      payloadHash: PayloadHash(
        bytes: (0..<16).map { $0 < 8 ? UInt8(index >> (8 * $0) & 255) : 0 })!,
      payloadByteCount: 1, format: AudioFormat(sampleRate: 44_100, channelCount: 2),
      report: report, tags: Tags(), result: .init(), fingerprint: fingerprint)
  }
}

private func makeVersions(
  of sources: [FilePath], in folder: TemporaryDirectory, with ffmpeg: Program
) throws -> [Version] {
  var versions: [Version] = []
  func add(_ path: FilePath, _ source: Int, _ treatment: Int?) throws {
    guard let fingerprint = try AcousticFingerprint.of(AudioAsset(path: path)) else {
      fatalError("libchromaprint is not installed")
    }
    versions.append(
      Version(
        source: source, treatment: treatment, duration: try Recording(path).minutes * 60,
        fingerprint: fingerprint))
  }
  var source = 0
  for path in sources {
    let clip = folder.appending("clip.flac")
    guard
      ffmpeg.succeeds([
        "-v", "error", "-y", "-i", path.displayText, "-vn", "-t", String(clipSeconds),
        "-sample_fmt",
        "s16", clip.displayText,
      ]), let recording = try? Recording(clip), recording.minutes * 60 >= 20
    else { continue }
    try add(clip, source, nil)
    for (index, treatment) in treatments.enumerated() {
      let result = folder.appending("version.\(treatment.ending)")
      _ = ffmpeg.seconds(
        ["-v", "error", "-y", "-i", clip.displayText] + treatment.options
          + [result.displayText])
      try add(result, source, index)
    }
    source += 1
  }
  return versions
}

private func report(
  _ groups: [DuplicateGroup], _ versions: [Version], _ seconds: Double
) {
  // The group of each file; its number is in its path.
  var groupOf: [Int: Int] = [:]
  for (index, group) in groups.enumerated() {
    for file in group.files {
      groupOf[Int(file.track.path.lastComponent.displayText) ?? -1] = index
    }
  }
  let originals = versions.indices.filter { versions[$0].treatment == nil }
  var table = Table(["version", "files", "recognised", "bits differ, median", "worst"])
  var (found, wanted, wrong) = (0, 0, 0)
  for (number, treatment) in treatments.enumerated() {
    let made = versions.indices.filter { versions[$0].treatment == number }
    var recognised = 0
    var rates: [Double] = []
    for index in made {
      let original = originals[versions[index].source]
      if let group = groupOf[index], group == groupOf[original] { recognised += 1 }
      let alignment = FingerprintAlignment(
        versions[original].fingerprint, versions[index].fingerprint)
      if let alignment { rates.append(alignment.errorRate) }
    }
    table.add([
      treatment.name, String(made.count), String(recognised),
      fixed(100 * percentile(rates, 0.5), 1) + " %", fixed(100 * (rates.max() ?? 0), 1) + " %",
    ])
  }
  for one in versions.indices {
    for other in versions.indices where other > one {
      let isTogether = groupOf[one] != nil && groupOf[one] == groupOf[other]
      if versions[one].source == versions[other].source {
        wanted += 1
        if isTogether { found += 1 }
      } else if isTogether {
        wrong += 1
        print("together: originals \(versions[one].source) and \(versions[other].source)")
      }
    }
  }
  var nearest = 1.0
  for one in originals {
    for other in originals where other > one {
      let alignment = FingerprintAlignment(
        versions[one].fingerprint, versions[other].fingerprint)
      nearest = min(nearest, alignment?.errorRate ?? 1)
    }
  }
  print(
    """

    Duplicates: \(originals.count) originals and \(treatments.count) versions of each
    \(table.text)
    pairs of one original: \(found) of \(wanted) together \
    (recall \(fixed(100 * Double(found) / Double(max(wanted, 1)), 2)) %); \
    of two originals together: \(wrong) \
    (precision \(fixed(100 * Double(found) / Double(max(found + wrong, 1)), 2)) %)
    the two originals that are most alike differ in \(fixed(100 * nearest, 1)) % of the bits
    found among \(versions.count) recordings in \(fixed(seconds, 2)) s
    """)
}

/// A library of 100,000 out of the values of real music: a quarter of them as they are, the others
/// with three bits turned over, which makes chance agreements three times as frequent as they are
/// between real pieces. One in fifty is there twice.
private func benchmarkLargeLibrary(_ models: [AcousticFingerprint]) async throws {
  let values = models.flatMap(\.values)
  guard !values.isEmpty else { return }
  let temporary = TemporaryDirectory()
  let catalog = try Catalog(path: temporary.appending("large.db"), access: .readWrite)
  var random = SeededGenerator(seed: 1)
  var previous: Version?
  var pairs = 0
  for index in 0..<100_000 {
    var version = Version(
      source: index, duration: Double.random(in: 150...360, using: &random),
      fingerprint: invented(of: values, &random))
    if index % 50 == 1, let twin = previous {
      version = twin
      version.fingerprint = noisy(twin.fingerprint, &random)
      pairs += 1
    }
    previous = version
    try await catalog.store(version.stored(index))
  }
  let clock = ContinuousClock()
  let (start, cpu) = (clock.now, CPUClock.seconds())
  let found = try await DuplicateFinder(catalog: catalog).find()
  print(
    """

    100,000 recordings: \(found.groups.count) groups where \(pairs) pairs were made, in \
    \(fixed((clock.now - start) / .seconds(1), 1)) s, \(fixed(CPUClock.seconds() - cpu, 1)) s CPU; \
    peak memory \(Machine.peakMegabytes) MB
    """)
}

private func invented(
  of values: [UInt32], _ random: inout SeededGenerator
) -> AcousticFingerprint {
  AcousticFingerprint(
    values: (0..<948).map { _ in
      let value = values[Int(random.next() % UInt64(values.count))]
      guard random.next() % 4 > 0 else { return value }
      return (0..<3).reduce(value) { value, _ in value ^ 1 << UInt32(random.next() % 32) }
    })
}

/// One bit in 25 turned over.
private func noisy(
  _ fingerprint: AcousticFingerprint, _ random: inout SeededGenerator
) -> AcousticFingerprint {
  AcousticFingerprint(
    values: fingerprint.values.map { value in
      (0..<32).reduce(value) { value, bit in
        random.next() % 25 == 0 ? value ^ 1 << UInt32(bit) : value
      }
    })
}

/// What the fingerprint adds to an analysis.
private func benchmarkFingerprintCost(_ files: [FilePath]) async throws {
  func analyse(takingFingerprint: Bool) async throws {
    for file in files {
      let session = try await MusicUnderstandingSession(asset: AudioAsset(path: file))
      _ = try await session.analyzeAtOnce(
        for: AnalysisType.available, takesFingerprint: takingFingerprint)
    }
  }
  let times = try await race(
    [
      Contender(name: "without") { try await analyse(takingFingerprint: false) },
      Contender(name: "with") { try await analyse(takingFingerprint: true) },
      Contender(name: "alone") {
        for file in files { _ = try AcousticFingerprint.of(AudioAsset(path: file)) }
      },
    ], rounds: 3)
  print(
    """

    \(files.count) files: analysed without a fingerprint \(fixed(times["without"] ?? 0, 2)) s CPU, \
    with \(fixed(times["with"] ?? 0, 2)), the fingerprint alone \(fixed(times["alone"] ?? 0, 2))
    """)
}

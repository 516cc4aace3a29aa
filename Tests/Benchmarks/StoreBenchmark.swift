import Analysis
import Catalog
import Decoders
import Glibc
import TestSupport

/// How fast a catalogue takes in what scans find, how large it grows, and how fast a scan goes over
/// files that have not changed.
///
/// The files are sparse: they have the size of songs and no content. One made song is analysed, and
/// each file is stored with its result as if it were another recording, by an artist of two albums of
/// ten songs, whose names are made up; then the whole tree is scanned. A file that the scan opened would not decode, and would be a failure.
func benchmarkStoring(fileCount: Int) async throws {
  let directory = TemporaryDirectory()
  let root = directory.makeFolder("music")
  let identities = sparseFiles(fileCount, in: directory)
  let model = try await analysedSong(in: directory)

  let path = directory.appending("catalog.db")
  let catalog = try Catalog(path: path, access: .readWrite)
  let clock = ContinuousClock()
  let (start, cpu) = (clock.now, CPUClock.seconds())
  for (number, identity) in identities.enumerated() {
    try await catalog.store(model.copy(number, at: identity))
  }
  let (storing, storingCPU) = ((clock.now - start) / .seconds(1), CPUClock.seconds() - cpu)
  // What a scan does behind so many new files.
  try await catalog.optimize()
  let byteCount = size(of: path) + size(of: FilePath(bytes: path.bytes + Array("-wal".utf8)))

  var table = Table(["what", "files", "wall s", "CPU s", "files/s", "files/CPU s"])
  func add(_ name: String, _ wall: Double, _ cpu: Double) {
    let count = Double(fileCount)
    table.add([
      name, String(fileCount), fixed(wall, 2), fixed(cpu, 2), fixed(count / wall, 0),
      fixed(count / cpu, 0),
    ])
  }
  add("stored, a transaction each", storing, storingCPU)
  for round in 1...3 {
    let (start, cpu) = (clock.now, CPUClock.seconds())
    let summary = try await Scanner(
      catalog: Catalog(path: path, access: .readWrite), options: .init(roots: [root])
    ).run()
    precondition(summary.unchanged == fileCount && summary.failed.isEmpty, "a file was opened")
    add("unchanged, scan \(round)", (clock.now - start) / .seconds(1), CPUClock.seconds() - cpu)
  }
  print(
    """

    Storing and scanning again; each recording is \(fixed(model.seconds, 0)) s of music with all \
    analyses and curves
    \(table.text)
    catalogue: \(byteCount / fileCount) bytes a track
    """)
}

/// An analysed song to store over and over.
private struct StoredModel {
  var file: AnalysedFile
  var seconds: Double

  /// As another recording in another file.
  func copy(_ number: Int, at identity: FileIdentity) -> AnalysedFile {
    var copy = file
    copy.identity = identity
    let digits = (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    guard let hash = PayloadHash(bytes: digits + digits) else { preconditionFailure("no hash") }
    copy.payloadHash = hash
    let (album, artist) = (number / 10, number / 20)
    copy.tags.title = name(number &* 7919 &+ 1) + " " + name(number)
    copy.tags.artist = name(artist) + " " + name(artist &* 31 &+ 7)
    copy.tags.albumArtist = copy.tags.artist
    copy.tags.album = name(album &* 101 &+ 3) + " " + name(album)
    copy.tags.genre = ["House", "Techno", "Trance", "Disco"][number % 4]
    copy.tags.trackNumber = 1 + number % 10
    return copy
  }
}

/// A word made up for a number, another for each: syllables for its digits.
private func name(_ number: Int) -> String {
  let syllables = [
    "ba", "dor", "fi", "gul", "hem", "jo", "kar", "li", "mon", "nu", "per", "ro", "sti", "tal",
    "vey", "zin",
  ]
  var word = ""
  var rest = number
  repeat {
    word += syllables[rest % syllables.count]
    rest /= syllables.count
  } while rest > 0
  return word
}

private func analysedSong(in directory: TemporaryDirectory) async throws -> StoredModel {
  let path = directory.appending("model.flac")
  let song = DemoSong(
    title: "Benchmark", beatsPerMinute: 126, tonic: 9, isMinor: true, barCount: 126)
  AudioFileWriter.write(song.render(), sampleRate: 44_100, to: path, as: .flac)
  let session = try await MusicUnderstandingSession(asset: AudioAsset(path: path))
  let result = try await session.analyzeAtOnce(
    for: AnalysisType.available, takesFingerprint: true)
  guard let format = await session.audioFormat, let report = await session.decodeReport,
    let identity = identity(of: path)
  else { preconditionFailure("nothing decoded") }
  let (hash, byteCount) = try AudioAsset(path: path).payload()
  let file = AnalysedFile(
    identity: identity, payloadHash: hash, payloadByteCount: byteCount, format: format,
    report: report, tags: Tags(), result: result, energy: 7,
    fingerprint: await session.fingerprint)
  return StoredModel(
    file: file, seconds: Double(report.frameCount) / Double(format.sampleRate))
}

/// Makes folders of a hundred files of 30 MB without content each.
private func sparseFiles(_ count: Int, in directory: TemporaryDirectory) -> [FileIdentity] {
  var folder = directory.path
  return (0..<count).map { number in
    if number % 100 == 0 { folder = directory.makeFolder("music/Album \(number / 100)") }
    let path = folder.appending("\(number) song.flac".utf8)
    directory.write([], to: path)
    guard path.withCString({ truncate($0, 30_000_000) }) == 0, let identity = identity(of: path)
    else { preconditionFailure("cannot make \(path.displayText)") }
    return identity
  }
}

private func identity(of path: FilePath) -> FileIdentity? {
  var status = stat()
  guard path.withCString({ lstat($0, &status) }) == 0 else { return nil }
  return FileIdentity(
    path: path, size: Int64(status.st_size),
    modifiedNanoseconds: nanoseconds(status.st_mtim),
    changedNanoseconds: nanoseconds(status.st_ctim), inode: UInt64(status.st_ino),
    device: UInt64(status.st_dev))
}

private func nanoseconds(_ time: timespec) -> Int64 {
  Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

private func size(of path: FilePath) -> Int {
  Int(identity(of: path)?.size ?? 0)
}

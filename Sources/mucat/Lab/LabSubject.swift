import Analysis
import Catalog
import Decoders
import Glibc

/// The piece that a page is about, and all that is known of it.
struct LabSubject {
  /// Absolute.
  let file: FilePath
  var title, artist, album, genre: String?
  var year: Int?
  let codec: String
  let sampleRate, channelCount: Int
  /// Seconds.
  let duration: Double
  /// What the user set in the catalogue.
  var userBPM: Double?
  var userKey: MusicalKey?
  let result: MusicUnderstandingSession.SessionResult

  /// Takes what the catalogue knows of a file that has not changed since, else listens to it.
  ///
  /// - Parameter words: A file, or the name of a track in the catalogue.
  /// - Throws: `Failure`, `AnalysisError`, `CatalogError`, `CancellationError`.
  static func find(
    _ words: [Word], _ arguments: Arguments, _ environment: Environment
  ) async throws -> LabSubject {
    let catalogPath = environment.catalogPath(arguments)
    if words.count == 1, FileSystem.problem(reaching: words[0].path) == nil {
      let file = FileSystem.absolute(words[0].path)
      // Without a catalogue that can be read, the file itself still tells everything.
      if let catalog = try? Catalog(path: catalogPath, access: .readOnly),
        let subject = try? await known(file, in: catalog)
      {
        return subject
      }
      return try await heard(file)
    }
    let catalog = try catalog(at: catalogPath, for: words)
    let track = try await TrackArgument.track(words, in: catalog)
    return try await LabSubject(track, in: catalog)
  }

  /// The catalogue, for a name that is no file.
  ///
  /// - Throws: What is wrong with the file, when a file must have been meant.
  private static func catalog(at path: FilePath, for words: [Word]) throws -> Catalog {
    let file = words.count == 1 ? words[0] : nil
    let missing = file.flatMap { file in
      FileSystem.problem(reaching: file.path).map { Failure("\(file.path.displayText): \($0)") }
    }
    if let missing, file?.bytes.contains(UInt8(ascii: "/")) == true { throw missing }
    do {
      return try Catalog(path: path, access: .readOnly)
    } catch {
      if case .noCatalog = error, let missing { throw missing }
      throw error
    }
  }

  /// - Throws: `Failure` when the track's file is gone.
  init(_ track: Track, in catalog: Catalog) async throws {
    if let problem = FileSystem.problem(reaching: track.path) {
      throw Failure("\(track.path.displayText): \(problem)")
    }
    guard let result = try await catalog.result(of: track.recordingID) else {
      throw Failure("\(track.path.displayText): has gone from the catalogue", status: .nothingFound)
    }
    file = track.path
    (title, artist, album) = (track.title, track.artist, track.album)
    (genre, year) = (track.genre, track.year)
    (codec, sampleRate, channelCount) = (track.codec, track.sampleRate, track.channelCount)
    duration = track.duration
    userBPM = track.isUserBPM ? track.bpm : nil
    userKey = track.isUserKey ? track.key : nil
    self.result = result
  }

  private init(
    file: FilePath, tags: Tags, format: AudioFormat, report: DecodeReport,
    result: MusicUnderstandingSession.SessionResult
  ) {
    self.file = file
    (title, artist, album) = (tags.title, tags.artist, tags.album)
    (genre, year) = (tags.genre, tags.year)
    (codec, sampleRate, channelCount) = (report.codec, format.sampleRate, format.channelCount)
    duration = Double(report.frameCount) / Double(format.sampleRate)
    self.result = result
  }

  /// What the catalogue has; nil when the file is not in it, has changed since, or was analysed
  /// by another release.
  private static func known(_ file: FilePath, in catalog: Catalog) async throws -> LabSubject? {
    guard let state = try await catalog.fileState(at: file), state.isCurrent,
      isUnchanged(state.identity), let track = try await catalog.track(at: file)
    else { return nil }
    return try await LabSubject(track, in: catalog)
  }

  private static func isUnchanged(_ identity: FileIdentity) -> Bool {
    var status = stat()
    guard identity.path.withCString({ stat($0, &status) }) == 0 else { return false }
    let modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    return Int64(status.st_size) == identity.size && modified == identity.modifiedNanoseconds
  }

  private static func heard(_ file: FilePath) async throws -> LabSubject {
    let asset = AudioAsset(path: file)
    do {
      let session = try await MusicUnderstandingSession(asset: asset)
      let result = try await session.analyze()
      guard let format = await session.audioFormat, let report = await session.decodeReport else {
        throw Failure("\(file.displayText): nothing was decoded")
      }
      return LabSubject(
        file: file, tags: asset.tags(), format: format, report: report, result: result)
    } catch let error as AnalysisError {
      throw Failure(error, about: file)
    }
  }

  /// The title, or the file's name.
  var name: String {
    let shown = title ?? file.lastComponent.displayText
    return artist.map { "\($0) – \(shown)" } ?? shown
  }
}

import Analysis
import Decoders

/// Brings one file of the catalogue up to date.
struct FileScan: Sendable {
  private let catalog: Catalog
  private let reader: AudioFileReader
  private let encodings: LegacyEncodings
  private let payloads = PayloadQueue()

  init(catalog: Catalog, reader: AudioFileReader, encodings: LegacyEncodings) {
    self.catalog = catalog
    self.reader = reader
    self.encodings = encodings
  }

  struct Report: Sendable {
    var identity: FileIdentity
    var end: End
  }

  enum End: Sendable {
    /// Stored, with the recording that the file holds if that was known before.
    case finished(ScanProgress.Outcome, recording: Int64?)
    /// Stopped before anything was stored.
    case cancelled
    /// The catalogue refused.
    case broken(CatalogError)
  }

  /// Reads and stores a file. Whatever is wrong with the file is an outcome.
  ///
  /// A file that changes while it is read is read once more; if it changes again, it is left to
  /// the next scan, with a failure that says so.
  func scan(_ file: FileIdentity) async -> Report {
    var identity = file
    for _ in 0..<Self.attempts {
      if Task.isCancelled { return Report(identity: file, end: .cancelled) }
      guard let now = FileIdentity(of: file.path) else {
        return Report(identity: file, end: .finished(.vanished, recording: nil))
      }
      identity = now
      do throws(CatalogError) {
        if let end = try await read(identity) { return Report(identity: identity, end: end) }
      } catch {
        return Report(identity: identity, end: .broken(error))
      }
    }
    let failure = FailedFile(
      identity: identity, code: "changing", reason: "the file changes while it is read")
    return Report(identity: identity, end: await store(failure))
  }

  private static let attempts = 2

  /// - Returns: Nil when the file changed meanwhile: nothing is stored then.
  private func read(_ identity: FileIdentity) async throws(CatalogError) -> End? {
    let path = identity.path
    let reachable = ReachablePath(path)
    defer { withExtendedLifetime(reachable) {} }
    let payload: AudioFileReader.Payload
    do throws(DecodingError) {
      payload = try reader.payload(reachable.path)
    } catch {
      return await fail(identity, error)
    }
    let tags = reader.tags(reachable.path, encodings[path])
    return try await payloads.inTurn(payload.hash) { () throws(CatalogError) in
      try await store(identity, payload, tags, from: reachable.path)
    }
  }

  /// Stores a file that no other with the same payload is at work on, analysed as far as needed.
  private func store(
    _ identity: FileIdentity, _ payload: AudioFileReader.Payload, _ tags: Tags,
    from reachable: FilePath
  ) async throws(CatalogError) -> End? {
    let path = identity.path
    let known = try await catalog.recording(for: payload.hash)
    let work = known?.staleWork ?? .all
    if let known, work.types.isEmpty {
      var fingerprint: AcousticFingerprint?
      if work.takesFingerprint {
        do throws(DecodingError) {
          fingerprint = try reader.fingerprint(reachable)
        } catch {
          return await fail(identity, error)
        }
      }
      guard FileIdentity(of: path) == identity else { return nil }
      if let fingerprint { try await catalog.store(fingerprint, ofRecording: known.id) }
      try await catalog.attach(identity, tags: tags, toRecording: known.id)
      return .finished(
        fingerprint == nil ? .attached : .fingerprinted, recording: known.id)
    }
    var analysis: AudioFileReader.Analysis
    do {
      analysis = try await reader.analyze(reachable, work)
    } catch is CancellationError {
      return .cancelled
    } catch let error as DecodingError {
      return await fail(identity, error)
    } catch {
      return await fail(identity, .malformed(detail: "\(error)"))
    }
    guard FileIdentity(of: path) == identity else { return nil }
    if let known {
      // What an algorithm of today made stays, and counts towards what is told of the whole.
      let kept = AnalysisType.available.subtracting(work.types)
      if let earlier = try await catalog.result(of: known.id, types: kept) {
        analysis.result = analysis.result.replacing(kept, from: earlier)
      }
    }
    try await catalog.store(
      AnalysedFile(
        identity: identity, payloadHash: payload.hash, payloadByteCount: payload.byteCount,
        format: analysis.format, report: analysis.report, tags: tags, result: analysis.result,
        energy: MixEnergy(analysis.result)?.value, fingerprint: analysis.fingerprint))
    return .finished(.analysed(audioSeconds: analysis.duration), recording: nil)
  }

  private func fail(_ identity: FileIdentity, _ error: DecodingError) async -> End? {
    guard FileIdentity(of: identity.path) == identity else { return nil }
    return await store(FailedFile(identity: identity, error: error))
  }

  private func store(_ failure: FailedFile) async -> End {
    do throws(CatalogError) {
      try await catalog.store(failure)
      return .finished(.failed(code: failure.code, reason: failure.reason), recording: nil)
    } catch {
      return .broken(error)
    }
  }
}

extension FailedFile {
  init(identity: FileIdentity, error: DecodingError) {
    var identity = identity
    if case .io = error {
      // What the system refused may work next time. No file has these times, so the next scan
      // takes the file for changed.
      identity.modifiedNanoseconds = 0
      identity.changedNanoseconds = 0
    }
    self.init(identity: identity, code: error.code, reason: error.description)
  }
}

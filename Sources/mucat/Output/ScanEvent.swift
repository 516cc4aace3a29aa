import Catalog
import Decoders

/// The lines of `mucat scan --json`.
enum ScanEvent {
  struct Line<Payload: Encodable>: Encodable {
    let type: String
    let data: Payload
  }

  struct Begin: Encodable {
    let schemaVersion = JSONText.schemaVersion
    let roots: [String]
    let catalog: String

    init(roots: [FilePath], catalog: FilePath) {
      self.roots = roots.map { PathRecord($0).path }
      self.catalog = PathRecord(catalog).path
    }
  }

  /// A file that is in the catalogue now: listened to, or recognised.
  struct Track: Encodable {
    let path: String
    let pathBytes: String?
    let outcome: String
    /// Seconds of music; absent for a file that was recognised.
    let duration: Double?

    init(path: FilePath, outcome: ScanProgress.Outcome) {
      let place = PathRecord(path)
      self.path = place.path
      pathBytes = place.pathBytes
      switch outcome {
      case .analysed(let seconds):
        self.outcome = "analysed"
        duration = JSONText.number(seconds)
      case .fingerprinted:
        self.outcome = "fingerprinted"
        duration = nil
      case .attached, .failed, .vanished:
        self.outcome = "recognised"
        duration = nil
      }
    }
  }

  struct Failure: Encodable {
    let path: String
    let pathBytes: String?
    let code, reason: String

    init(path: FilePath, code: String, reason: String) {
      let place = PathRecord(path)
      self.path = place.path
      pathBytes = place.pathBytes
      self.code = code
      self.reason = reason
    }
  }

  struct Warning: Encodable {
    let message: String
  }

  struct Summary: Encodable {
    let found, unchanged, analysed, recognised, fingerprinted, failed, stillFailed, missing: Int
    let bytes: Int64
    let audioSeconds, elapsedSeconds: Double?
    let wasInterrupted: Bool

    init(_ summary: ScanSummary, seconds: Double) {
      found = summary.found
      unchanged = summary.unchanged
      analysed = summary.analysed
      recognised = summary.attached
      fingerprinted = summary.fingerprinted
      failed = summary.failed.count
      stillFailed = summary.stillFailed
      missing = summary.missing
      bytes = summary.bytes
      audioSeconds = JSONText.number(summary.audioSeconds)
      elapsedSeconds = JSONText.number(seconds)
      wasInterrupted = summary.wasCancelled
    }
  }
}

import Analysis
import Decoders
import Synchronization
import TestSupport

@testable import Catalog

/// A reader that counts, and does to files what a test tells it to.
///
/// It decodes nothing: a file's payload is its first eight bytes, its tags are its title alone (what
/// comes behind them), and a file that begins with "bad" cannot be analysed.
final class ScriptedReader: Sendable {
  struct Counts: Hashable, Sendable {
    /// Files whose payload was hashed: files opened.
    var opened = 0
    var analysed = 0
    /// Files of which only the fingerprint was taken.
    var fingerprinted = 0
  }

  private let state = Mutex(Counts())
  private let asked = Mutex<Set<AnalysisType>>([])
  private let whileAnalysing: @Sendable (FilePath, Int) async throws -> Void

  /// - Parameter whileAnalysing: Called in each analysis with the file and how many came before.
  init(whileAnalysing: @escaping @Sendable (FilePath, Int) async throws -> Void = { _, _ in }) {
    self.whileAnalysing = whileAnalysing
  }

  var counts: Counts { state.withLock { $0 } }

  /// The counts since this was last asked.
  func takeCounts() -> Counts {
    state.withLock { counts in
      defer { counts = Counts() }
      return counts
    }
  }

  /// The kinds of analysis that were asked for since this was last asked.
  func takeTypes() -> Set<AnalysisType> {
    asked.withLock { types in
      defer { types = [] }
      return types
    }
  }

  var reader: AudioFileReader {
    AudioFileReader(
      payload: { path throws(DecodingError) in
        self.state.withLock { $0.opened += 1 }
        let bytes = TemporaryDirectory.contents(of: path)
        guard !bytes.isEmpty else { throw DecodingError.empty }
        let hash = PayloadHash.made(bytes.prefix(8).reduce(0) { $0 &* 257 &+ Int($1) })
        return .init(hash: hash, byteCount: bytes.count)
      },
      tags: { path, encoding in
        var tags = Tags()
        let bytes = Array(TemporaryDirectory.contents(of: path).dropFirst(8))
        let text = String(validating: bytes, as: UTF8.self)
        if text == nil {
          tags.legacyEncoding = encoding
          tags.eightBitTexts = [EightBitText(source: "test", property: "TITLE", bytes: bytes)]
        }
        tags.title = bytes.isEmpty ? nil : text ?? encoding.text(bytes)
        return tags
      },
      analyze: { path, work in
        let before = self.state.withLock { counts in
          defer { counts.analysed += 1 }
          return counts.analysed
        }
        self.asked.withLock { $0.formUnion(work.types) }
        try await self.whileAnalysing(path, before)
        try Task.checkCancellation()
        let bytes = TemporaryDirectory.contents(of: path)
        if bytes.starts(with: Array("bad".utf8)) {
          throw DecodingError.malformed(detail: "a bad file")
        }
        let made = AnalysedFile.made(path, payload: 0, bpm: 120, lufs: -10)
        return .init(
          format: made.format, report: made.report,
          result: MusicUnderstandingSession.SessionResult().replacing(
            work.types, from: made.result),
          fingerprint: work.takesFingerprint ? made.fingerprint : nil)
      },
      fingerprint: { path throws(DecodingError) in
        self.state.withLock { $0.fingerprinted += 1 }
        if TemporaryDirectory.contents(of: path).starts(with: Array("bad".utf8)) {
          throw DecodingError.malformed(detail: "a bad file")
        }
        return AcousticFingerprint(values: [])
      })
  }
}

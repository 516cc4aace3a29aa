/// The public face of the log.
struct LoudnessResultSequence: AsyncSequence, Sendable {
  typealias Element = MusicUnderstandingSession.LoudnessResult
  typealias Failure = any Error

  let log: LoudnessLog

  struct Iterator: AsyncIteratorProtocol {
    private let listener: LoudnessListener
    private var position = 0

    init(listener: LoudnessListener) {
      self.listener = listener
    }

    mutating func next() async throws -> MusicUnderstandingSession.LoudnessResult? {
      guard let update = try await listener.log.update(at: position) else { return nil }
      position += 1
      return MusicUnderstandingSession.LoudnessResult(update: update)
    }

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> MusicUnderstandingSession.LoudnessResult? {
      try await next()
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(listener: LoudnessListener(log))
  }
}

/// One who listens: its end is how the log learns that it went away.
final class LoudnessListener: Sendable {
  let log: LoudnessLog

  init(_ log: LoudnessLog) {
    self.log = log
    log.join()
  }

  deinit {
    log.leave()
  }
}

extension MusicUnderstandingSession.LoudnessResult {
  /// The streamed form: one momentary and one short-term value, the rest so far.
  init(update: LoudnessUpdate) {
    let time = CMTime(value: Int64(update.index + 1), timescale: 10)
    self.init(
      integrated: .init(time: time, value: update.integrated),
      momentary: [.init(time: time, value: update.momentary)],
      shortTerm: [.init(time: time, value: update.shortTerm)],
      peak: .init(
        time: CMTime(
          value: Int64(update.truePeakFrame), timescale: Int32(update.sampleRate)),
        value: update.truePeak),
      details: .init(truePeak: update.truePeak.isFinite ? update.truePeak : nil))
  }
}

import Synchronization

/// Carries loudness from the analysing task to the one that listens.
///
/// `Sendable` because all state is behind the mutex.
final class LoudnessUpdateQueue: Sendable {
  private struct State {
    var waiting: [LoudnessUpdate] = []
    var head = 0
    var ending: Result<Void, any Error>?
    var consumer: CheckedContinuation<LoudnessUpdate?, any Error>?
  }

  private let state = Mutex(State())

  func append(_ update: LoudnessUpdate) {
    let consumer = state.withLock { state -> CheckedContinuation<LoudnessUpdate?, any Error>? in
      guard state.ending == nil else { return nil }
      if let consumer = state.consumer {
        state.consumer = nil
        return consumer
      }
      state.waiting.append(update)
      return nil
    }
    consumer?.resume(returning: update)
  }

  func finish() {
    end(.success(()))
  }

  func finish(throwing error: any Error) {
    end(.failure(error))
  }

  private func end(_ ending: Result<Void, any Error>) {
    let consumer = state.withLock { state -> CheckedContinuation<LoudnessUpdate?, any Error>? in
      guard state.ending == nil else { return nil }
      state.ending = ending
      defer { state.consumer = nil }
      return state.consumer
    }
    consumer?.resume(with: ending.map { nil })
  }

  /// The next update; nil when the analysis has ended and all were taken.
  func next() async throws -> LoudnessUpdate? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer = state.withLock { state -> Result<LoudnessUpdate?, any Error>? in
          if state.head < state.waiting.count {
            let update = state.waiting[state.head]
            state.head += 1
            if state.head == state.waiting.count {
              state.waiting.removeAll(keepingCapacity: true)
              state.head = 0
            }
            return .success(update)
          }
          if let ending = state.ending { return ending.map { nil } }
          if Task.isCancelled { return .success(nil) }
          precondition(state.consumer == nil, "loudnessResults is for one consumer")
          state.consumer = continuation
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      let consumer = state.withLock { state in
        defer { state.consumer = nil }
        return state.consumer
      }
      consumer?.resume(returning: nil)
    }
  }
}

/// The public face of the queue.
struct LoudnessResultSequence: AsyncSequence, Sendable {
  typealias Element = MusicUnderstandingSession.LoudnessResult
  typealias Failure = any Error

  let updates: LoudnessUpdateQueue

  struct Iterator: AsyncIteratorProtocol {
    let updates: LoudnessUpdateQueue

    func next() async throws -> MusicUnderstandingSession.LoudnessResult? {
      try await updates.next().map(MusicUnderstandingSession.LoudnessResult.init(update:))
    }

    func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> MusicUnderstandingSession.LoudnessResult? {
      try await next()
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(updates: updates)
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

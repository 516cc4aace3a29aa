import Decoders

/// Lets files of the same payload through one at a time, so that of two copies met at once one is
/// analysed and the other finds it known, as if they had come one after the other.
///
/// An actor, and no lock around a dictionary: what an actor guards, ThreadSanitizer understands.
actor PayloadQueue {
  /// Who waits for a payload that is in work.
  private var waiting: [PayloadHash: [CheckedContinuation<Void, Never>]] = [:]

  /// Calls `body` when no other file with this payload is in work.
  nonisolated func inTurn<Value, Failure: Error>(
    _ hash: PayloadHash, _ body: () async throws(Failure) -> sending Value
  ) async throws(Failure) -> sending Value {
    await enter(hash)
    do throws(Failure) {
      let value = try await body()
      await leave(hash)
      return value
    } catch {
      await leave(hash)
      throw error
    }
  }

  private func enter(_ hash: PayloadHash) async {
    guard waiting[hash] != nil else {
      waiting[hash] = []
      return
    }
    await withCheckedContinuation { waiting[hash, default: []].append($0) }
  }

  /// Lets the next file with this payload in.
  private func leave(_ hash: PayloadHash) {
    guard var others = waiting[hash], !others.isEmpty else {
      waiting[hash] = nil
      return
    }
    let next = others.removeFirst()
    waiting[hash] = others
    next.resume()
  }
}

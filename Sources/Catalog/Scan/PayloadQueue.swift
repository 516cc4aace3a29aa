import Decoders
import Synchronization

/// Lets files of the same payload through one at a time, so that of two copies met at once one is
/// analysed and the other finds it known, as if they had come one after the other.
final class PayloadQueue: Sendable {
  /// Who waits for a payload that is in work.
  private let waiting = Mutex<[PayloadHash: [CheckedContinuation<Void, Never>]]>([:])

  /// Returns when no other file with this payload is in work; ``leave(_:)`` must follow.
  func enter(_ hash: PayloadHash) async {
    await withCheckedContinuation { continuation in
      let isFree = waiting.withLock { waiting in
        if waiting[hash] != nil {
          waiting[hash, default: []].append(continuation)
          return false
        }
        waiting[hash] = []
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  /// Lets the next file with this payload in.
  func leave(_ hash: PayloadHash) {
    let next: CheckedContinuation<Void, Never>? = waiting.withLock { waiting in
      guard var others = waiting[hash], !others.isEmpty else {
        waiting[hash] = nil
        return nil
      }
      let first = others.removeFirst()
      waiting[hash] = others
      return first
    }
    next?.resume()
  }
}

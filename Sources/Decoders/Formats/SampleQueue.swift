/// Interleaved frames between a codec that gives what it has and a reader that takes what it wants.
///
/// Never grows: its capacity is chosen for the most that can wait.
struct SampleQueue: ~Copyable {
  private let storage: UnsafeMutablePointer<Float>
  private let channelCount: Int
  private let frameCapacity: Int
  private var start = 0
  /// The frames that wait.
  private(set) var count = 0

  init(channelCount: Int, frameCapacity: Int) {
    self.channelCount = channelCount
    self.frameCapacity = frameCapacity
    storage = .allocate(capacity: channelCount * frameCapacity)
  }

  deinit {
    storage.deallocate()
  }

  /// The first frame that waits.
  var front: UnsafePointer<Float> {
    UnsafePointer(storage + start * channelCount)
  }

  /// Puts frames behind those that wait.
  ///
  /// - Parameter source: Interleaved samples, nil for silence.
  mutating func append(_ source: UnsafePointer<Float>?, count added: Int) {
    precondition(count + added <= frameCapacity, "more frames than the queue was made for")
    if start + count + added > frameCapacity {
      storage.update(from: front, count: count * channelCount)
      start = 0
    }
    let end = storage + (start + count) * channelCount
    if let source {
      end.update(from: source, count: added * channelCount)
    } else {
      end.update(repeating: 0, count: added * channelCount)
    }
    count += added
  }

  mutating func removeFirst(_ removed: Int) {
    precondition(removed <= count)
    start = removed == count ? 0 : start + removed
    count -= removed
  }

  mutating func removeLast(_ removed: Int) {
    precondition(removed <= count)
    count -= removed
  }
}

/// Planar frames between a codec that gives what it has and a reader that takes what it wants.
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

  /// Puts interleaved frames behind those that wait.
  mutating func append(interleaved source: UnsafePointer<Float>, count added: Int) {
    let end = reserve(added)
    Interleaving.separate(
      source, channelCount: channelCount, into: storage + end, stride: frameCapacity, count: added)
  }

  /// Puts planar frames behind those that wait.
  ///
  /// - Parameter offset: The first frame to take of each plane.
  mutating func append(
    planes: UnsafePointer<UnsafeMutablePointer<Float>?>, from offset: Int, count added: Int
  ) {
    let end = reserve(added)
    for channel in 0..<channelCount {
      guard let plane = planes[channel] else { continue }
      (storage + channel * frameCapacity + end).update(from: plane + offset, count: added)
    }
  }

  /// Puts silence behind the frames that wait.
  mutating func appendSilence(count added: Int) {
    let end = reserve(added)
    for channel in 0..<channelCount {
      (storage + channel * frameCapacity + end).update(repeating: 0, count: added)
    }
  }

  /// Moves the frames that waited longest into a buffer.
  mutating func move(_ moved: Int, to buffer: inout PCMBuffer) {
    precondition(moved <= count)
    let (source, stride) = (storage + start, frameCapacity)
    let (channels, capacity) = (channelCount, buffer.frameCapacity)
    buffer.fill { room in
      guard let target = room.baseAddress else { return 0 }
      for channel in 0..<channels {
        (target + channel * capacity).update(from: source + channel * stride, count: moved)
      }
      return moved
    }
    start = moved == count ? 0 : start + moved
    count -= moved
  }

  mutating func removeLast(_ removed: Int) {
    precondition(removed <= count)
    count -= removed
  }

  /// Makes room behind the frames that wait, and counts it as filled.
  ///
  /// - Returns: Where the room begins in each plane.
  private mutating func reserve(_ added: Int) -> Int {
    precondition(count + added <= frameCapacity, "more frames than the queue was made for")
    if start + count + added > frameCapacity {
      for channel in 0..<channelCount {
        let plane = storage + channel * frameCapacity
        plane.update(from: plane + start, count: count)
      }
      start = 0
    }
    defer { count += added }
    return start + count
  }
}

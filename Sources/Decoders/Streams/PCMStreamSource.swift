import Glibc

/// Reads a descriptor into buffers; blocks while there is nothing to read.
///
/// `Sendable` unchecked: ``PCMStream`` uses all but `stop` on its queue only, and `stop` touches
/// nothing but one end of a pipe.
final class PCMStreamSource: @unchecked Sendable {
  private(set) var failure: DecodingError?
  private(set) var nonFiniteSampleCount = 0

  private let descriptor: Int32
  /// What is written into one end breaks off the wait at the other.
  private let alarm: (reading: Int32, writing: Int32)
  private var header: WaveStreamHeader?
  private var layout: PCMStream.Layout?
  /// Bytes of samples that are still to come; nil for as many as come.
  private var remainingByteCount: Int?
  /// Bytes behind the last whole frame.
  private var rest: [UInt8] = []
  private var room = [UInt8](repeating: 0, count: readSize)
  private var frameCount = 0
  private var isAtEnd = false

  private static let readSize = 1 << 16

  init(descriptor: Int32, layout: PCMStream.Layout?) {
    self.descriptor = descriptor
    self.layout = layout
    header = layout == nil ? WaveStreamHeader() : nil
    var ends: [Int32] = [-1, -1]
    // Without descriptors to spare there is no alarm: the stream ends with its input only.
    if pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    alarm = (ends[0], ends[1])
  }

  deinit {
    for end in [alarm.reading, alarm.writing] where end >= 0 { close(end) }
  }

  func stop() {
    var byte: UInt8 = 0
    _ = write(alarm.writing, &byte, 1)
  }

  /// The next buffer; nil at the end, after a failure and after `stop`.
  func next() -> PCMBuffer? {
    while !isAtEnd {
      do {
        guard let bytes = try nextBytes() else {
          isAtEnd = true
          if header != nil, failure == nil { failure = rest.isEmpty ? .empty : endedInHeader }
          return nil
        }
        if let buffer = try take(bytes) { return buffer }
      } catch {
        failure = error
        isAtEnd = true
      }
    }
    return nil
  }

  private var endedInHeader: DecodingError { .malformed(detail: "the stream ends in its header") }

  /// What a read brings, at least a byte; nil at the end and after `stop`.
  private func nextBytes() throws(DecodingError) -> [UInt8]? {
    while true {
      var waits = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: alarm.reading, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waits, 2, -1) >= 0 else {
        if errno == EINTR { continue }
        throw .io(errno: errno)
      }
      if waits[1].revents != 0 {
        header = nil
        return nil
      }
      let count = read(descriptor, &room, room.count)
      if count > 0 { return Array(room[..<count]) }
      if count == 0 { return nil }
      guard errno == EINTR || errno == EAGAIN else { throw .io(errno: errno) }
    }
  }

  /// Nil when the bytes do not complete a frame.
  private func take(_ bytes: [UInt8]) throws(DecodingError) -> PCMBuffer? {
    var samples = bytes
    if var header {
      guard let (content, behind) = try header.take(bytes) else {
        self.header = header
        // Tells a stream of nothing from one that ends in its header.
        rest = bytes
        return nil
      }
      rest = []
      self.header = nil
      layout = .init(encoding: content.encoding, format: content.format)
      remainingByteCount = content.byteCount
      samples = behind
    }
    if let remaining = remainingByteCount {
      // What follows the samples is read and left: its writer shall not fail.
      samples = Array(samples.prefix(remaining))
      remainingByteCount = remaining - samples.count
    }
    return layout.flatMap { buffer(of: samples, $0) }
  }

  private func buffer(of samples: [UInt8], _ layout: PCMStream.Layout) -> PCMBuffer? {
    rest += samples
    let channelCount = layout.format.channelCount
    let frameSize = layout.encoding.bytesPerSample * channelCount
    let count = rest.count / frameSize
    guard count > 0 else { return nil }
    var interleaved = [Float](repeating: 0, count: count * channelCount)
    rest.withUnsafeBytes { bytes in
      interleaved.withUnsafeMutableBufferPointer { floats in
        guard let source = bytes.baseAddress, let target = floats.baseAddress else { return }
        layout.encoding.decode(source, into: target, count: count * channelCount)
      }
    }
    rest.removeFirst(count * frameSize)
    var buffer = PCMBuffer(format: layout.format, frameCapacity: count)
    buffer.fill(interleaved: interleaved, count: count)
    nonFiniteSampleCount += buffer.zeroNonFiniteSamples()
    buffer.startFrame = frameCount
    frameCount += count
    return buffer
  }
}

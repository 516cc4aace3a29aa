/// A block of decoded audio: planar Float32, full scale ±1 with overs kept, finite everywhere.
///
/// The storage is one array, plane behind plane, so that a decoder can fill the same buffer block
/// after block without allocating. `frameCount` says how much of the capacity is filled.
public struct PCMBuffer: Sendable {
  public let format: AudioFormat
  /// The frames that a plane has room for.
  public let frameCapacity: Int
  /// The frames that are filled, 0 to `frameCapacity`.
  public private(set) var frameCount = 0
  /// The position of the first frame, counted from the first frame of music.
  public var startFrame = 0
  @usableFromInline var samples: [Float]

  /// The longest block that a decoder of this package delivers.
  public static let usualFrameCapacity = 4096

  /// An empty buffer.
  public init(format: AudioFormat, frameCapacity: Int = PCMBuffer.usualFrameCapacity) {
    precondition(frameCapacity > 0 && format.channelCount > 0)
    self.format = format
    self.frameCapacity = frameCapacity
    samples = [Float](repeating: 0, count: frameCapacity * format.channelCount)
  }

  /// A full buffer that holds a copy of `planes`, one array per channel, all of the same length.
  ///
  /// NaN and infinities become 0, as they do in the decoders.
  public init(planes: [[Float]], sampleRate: Int, startFrame: Int = 0) {
    let length = planes.first?.count ?? 0
    precondition(planes.allSatisfy { $0.count == length }, "planes of different lengths")
    self.init(
      format: AudioFormat(sampleRate: sampleRate, channelCount: planes.count),
      frameCapacity: max(length, 1))
    for (channel, plane) in planes.enumerated() {
      for (frame, sample) in plane.enumerated() {
        samples[channel * frameCapacity + frame] = sample.isFinite ? sample : 0
      }
    }
    frameCount = length
    self.startFrame = startFrame
  }

  /// Calls `body` with the filled part of one channel's plane.
  @inlinable
  public func withChannel<R>(
    _ channel: Int, _ body: (UnsafeBufferPointer<Float>) throws -> R
  ) rethrows -> R {
    precondition(channel >= 0 && channel < format.channelCount)
    return try samples.withUnsafeBufferPointer { all in
      try body(
        UnsafeBufferPointer(rebasing: all[(channel * frameCapacity)...].prefix(frameCount)))
    }
  }

  /// Lets `body` fill the planes and say how many frames it filled.
  ///
  /// - Parameter body: Gets one pointer to the whole storage, whose plane of channel `c` begins at
  ///   `c * frameCapacity`; returns the number of frames written to every plane.
  @inlinable
  public mutating func fill<E: Error>(
    _ body: (UnsafeMutableBufferPointer<Float>) throws(E) -> Int
  ) throws(E) {
    var outcome: Result<Int, E>?
    samples.withUnsafeMutableBufferPointer { all in
      do throws(E) {
        outcome = .success(try body(all))
      } catch {
        outcome = .failure(error)
      }
    }
    setFrameCount(try outcome!.get())
  }

  @usableFromInline
  mutating func setFrameCount(_ count: Int) {
    precondition(count >= 0 && count <= frameCapacity)
    frameCount = count
  }
}

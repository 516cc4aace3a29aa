import Dispatch
import Glibc

/// Uncompressed audio from a pipe, a socket or any other descriptor, as it comes.
///
/// An asynchronous sequence of buffers, fit to be a session's audio provider. Each buffer holds what
/// one read brought, whole frames only, so that nothing waits that is there. The descriptor is read
/// on a queue of its own: a stream that pauses holds up no thread of Swift's pool.
///
/// One iteration only; the descriptor is not closed.
public final class PCMStream: AsyncSequence, Sendable {
  public typealias Element = PCMBuffer
  public typealias Failure = Never

  /// How samples without a header are to be read.
  public struct Layout: Hashable, Sendable {
    public var encoding: SampleEncoding
    public var format: AudioFormat

    public init(encoding: SampleEncoding, format: AudioFormat) {
      self.encoding = encoding
      self.format = format
    }
  }

  private let queue = DispatchQueue(label: "mucat.stream")
  private let source: PCMStreamSource

  /// - Parameters:
  ///   - descriptor: Open for reading, for as long as the stream is used.
  ///   - layout: What the samples are; nil when the stream begins with a WAVE header that says so.
  public init(descriptor: Int32, layout: Layout? = nil) {
    source = PCMStreamSource(descriptor: descriptor, layout: layout)
  }

  /// Ends the sequence now, at the last buffer delivered: a wait for input is broken off.
  public func stop() {
    source.stop()
  }

  /// Why the stream ended other than by its end; nil for a good end. To be asked after it.
  public var failure: DecodingError? { queue.sync { source.failure } }

  /// Samples that were NaN or infinite, and were read as 0.
  public var nonFiniteSampleCount: Int { queue.sync { source.nonFiniteSampleCount } }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let stream: PCMStream

    public mutating func next() async -> PCMBuffer? {
      await stream.next()
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> PCMBuffer? {
      await stream.next()
    }
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(stream: self)
  }

  private func next() async -> PCMBuffer? {
    await withCheckedContinuation { continuation in
      queue.async { [source] in continuation.resume(returning: source.next()) }
    }
  }
}

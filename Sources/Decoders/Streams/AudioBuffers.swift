/// The audio of a file as an asynchronous sequence of buffers, decoded as they are asked for.
///
/// Each iteration opens the file anew and reads it from the start; it throws `DecodingError` when
/// the file cannot be opened, or cannot be read any further.
public struct AudioBuffers: AsyncSequence, Sendable {
  public typealias Element = PCMBuffer
  public typealias Failure = any Error

  private let asset: AudioAsset

  init(_ asset: AudioAsset) { self.asset = asset }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let asset: AudioAsset
    fileprivate var reader: AudioReader?

    public mutating func next() async throws -> PCMBuffer? {
      try await next(isolation: nil)
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> PCMBuffer? {
      // Decoding never waits of itself: others must have their turn.
      await Task.yield()
      let reader = try reader ?? asset.open()
      self.reader = reader
      var block = PCMBuffer(format: reader.format)
      return try reader.read(into: &block) ? block : nil
    }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(asset: asset) }
}

extension AudioAsset {
  /// The audio, fit to be an audio provider.
  public var buffers: AudioBuffers { AudioBuffers(self) }
}

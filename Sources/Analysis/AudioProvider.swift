import Decoders

/// A sequence of buffers of one format, whatever its way of failing.
typealias AudioProvider = any AsyncSequence<PCMBuffer, any Error> & Sendable

/// A provider whose failure is known to be some error, so that all kinds can be kept alike.
struct FallibleProvider<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Base.Element == PCMBuffer {
  typealias Element = PCMBuffer
  typealias Failure = any Error

  let base: Base

  init(_ base: Base) { self.base = base }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: Base.AsyncIterator

    mutating func next() async throws -> PCMBuffer? {
      try await base.next()
    }

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> PCMBuffer? {
      try await base.next(isolation: actor)
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }
}

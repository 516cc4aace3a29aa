import Decoders

/// The last seconds of a stream, block by block.
struct RecentAudio {
  private var blocks: [PCMBuffer] = []
  private var frames = 0
  private let frameLimit: Int
  private let sampleRate: Int
  private(set) var frameCount = 0

  /// - Parameter seconds: How much to keep; a block that reaches into it is kept whole.
  init(seconds: Double, sampleRate: Int) {
    frameLimit = Int(seconds * Double(sampleRate))
    self.sampleRate = sampleRate
  }

  mutating func append(_ block: PCMBuffer) {
    guard block.frameCount > 0 else { return }
    blocks.append(block)
    frames += block.frameCount
    frameCount += block.frameCount
    var surplus = 0
    for block in blocks {
      guard frames - block.frameCount >= frameLimit else { break }
      frames -= block.frameCount
      surplus += 1
    }
    blocks.removeFirst(surplus)
  }

  /// The stretch that is kept, in seconds from the start of the stream.
  var basis: SemanticAudioDescriptor.Basis {
    let seconds = { (frame: Int) in Double(frame) / Double(sampleRate) }
    return .init(start: seconds(frameCount - frames), end: seconds(frameCount))
  }

  /// What is kept, as the input of a session.
  var provider: AsyncStream<PCMBuffer> {
    let (stream, continuation) = AsyncStream.makeStream(of: PCMBuffer.self)
    for block in blocks { continuation.yield(block) }
    continuation.finish()
    return stream
  }
}

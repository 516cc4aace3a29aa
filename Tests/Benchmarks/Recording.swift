import Analysis
import Decoders

/// A decoded file in memory: what is left to time is the analysis alone.
struct Recording: Sendable {
  let name: String
  let blocks: [PCMBuffer]

  var format: AudioFormat? { blocks.first?.format }
  var frameCount: Int { blocks.reduce(0) { $0 + $1.frameCount } }
  var minutes: Double {
    guard let format else { return 0 }
    return Double(frameCount) / Double(format.sampleRate) / 60
  }

  init(name: String, blocks: [PCMBuffer]) {
    self.name = name
    self.blocks = blocks
  }

  /// Decodes a whole file.
  init(_ path: FilePath) throws(DecodingError) {
    let reader = try AudioAsset(path: path).open()
    var blocks: [PCMBuffer] = []
    var block = PCMBuffer(format: reader.format)
    while try reader.read(into: &block) { blocks.append(block) }
    self.init(name: path.lastComponent.displayText, blocks: blocks)
  }

  func analyze(
    for types: Set<AnalysisType>
  ) async throws -> MusicUnderstandingSession.SessionResult {
    let session = MusicUnderstandingSession(audioProvider: Provider(blocks: blocks))
    return try await session.analyze(for: types)
  }

  /// All frames with their channels side by side.
  func interleaved() -> [Float] {
    guard let format else { return [] }
    let channelCount = format.channelCount
    var samples = [Float](repeating: 0, count: frameCount * channelCount)
    var start = 0
    for block in blocks {
      for channel in 0..<channelCount {
        block.withChannel(channel) { plane in
          for frame in plane.indices {
            samples[(start + frame) * channelCount + channel] = plane[frame]
          }
        }
      }
      start += block.frameCount
    }
    return samples
  }

  private struct Provider: AsyncSequence, Sendable {
    typealias Element = PCMBuffer
    typealias Failure = Never
    let blocks: [PCMBuffer]

    struct Iterator: AsyncIteratorProtocol {
      var remaining: IndexingIterator<[PCMBuffer]>
      mutating func next() async -> PCMBuffer? { remaining.next() }
      mutating func next(isolation actor: isolated (any Actor)?) async -> PCMBuffer? {
        remaining.next()
      }
    }

    func makeAsyncIterator() -> Iterator { Iterator(remaining: blocks.makeIterator()) }
  }
}

import TestSupport
import Testing

@testable import Analysis

/// The streaming network against its definition, another implementation's numbers, and itself.
@Suite struct ActivityNetworkTests {
  private static let bandCount = 20

  /// Seven blocks see 509 frames around one; no count is a multiple of six.
  private static let file = WeightFileWriter(
    channels: 8, filters: 4, blocks: 7, bandCount: bandCount, seed: 5)

  private func smallFile() throws -> WeightFile {
    try Self.file.bytes.withUnsafeBytes { try WeightFile($0) }
  }

  private func smallModel() throws -> ActivityModel {
    try ActivityModel(smallFile(), bandCount: Self.bandCount)
  }

  private func features(frameCount: Int, bandCount: Int = bandCount, seed: UInt64 = 9) -> [Float] {
    var random = SeededGenerator(seed: seed)
    return (0..<frameCount * bandCount).map { _ in 3 + 3 * random.nextSample() }
  }

  private func expect(
    _ found: Activations, equals expected: [[Double]], within tolerance: Double
  ) {
    #expect(found.frameCount == expected.count)
    for channel in Activations.Channel.allCases {
      let worst = zip(found.curve(channel), expected).map { value, frame in
        abs(Double(value) - frame[channel.rawValue])
      }
      #expect((worst.max() ?? 0) < tolerance, "\(channel)")
    }
  }

  // An instrument's probability is rounded to 1/255.
  private static let tolerance = 0.5 / 255 + 1e-5

  @Test(arguments: [0, 1, 2, 7, 8, 17, 129, 300])
  func equalsItsDefinition(frameCount: Int) throws {
    let features = features(frameCount: frameCount)
    let expected = SlowNetwork(file: try smallFile(), bandCount: Self.bandCount)
      .probabilities(of: features)
    expect(
      activations(of: features, model: try smallModel()), equals: expected,
      within: Self.tolerance)
  }

  @Test func beatsAreFinerThanInstruments() throws {
    let features = features(frameCount: 40)
    let expected = SlowNetwork(file: try smallFile(), bandCount: Self.bandCount)
      .probabilities(of: features)
    let found = activations(of: features, model: try smallModel())
    for (frame, probabilities) in expected.enumerated() {
      #expect(abs(Double(found.value(.beat, at: frame)) - probabilities[0]) < 2e-5)
      #expect(abs(Double(found.value(.downbeat, at: frame)) - probabilities[1]) < 2e-5)
    }
  }

  @Test func givesWhatPyTorchGives() throws {
    let file = try NetworkFixture.bytes("weights.bin").withUnsafeBytes { try WeightFile($0) }
    let bandCount = BandAnalyzer.bandCount
    let model = try ActivityModel(file, bandCount: bandCount)
    let features = NetworkFixture.numbers("input.f32")
    let numbers = NetworkFixture.numbers("expected.f32")
    let expected = stride(from: 0, to: numbers.count, by: 6).map { start in
      numbers[start..<(start + 6)].map { Double($0) }
    }
    #expect(expected.count == features.count / bandCount)
    let found = activations(of: features, model: model)
    expect(found, equals: expected, within: 1e-3 + 0.5 / 255)
    for (frame, probabilities) in expected.enumerated() {
      #expect(abs(Double(found.value(.beat, at: frame)) - probabilities[0]) < 1e-3)
    }
  }

  @Test func theEmbeddedNetworkEqualsItsDefinition() throws {
    let model = ActivityModel.embedded
    let features = features(frameCount: 12, bandCount: model.bandCount)
    let expected = SlowNetwork(file: try .embedded(), bandCount: model.bandCount)
      .probabilities(of: features)
    expect(activations(of: features, model: model), equals: expected, within: 1e-3 + 0.5 / 255)
  }

  @Test(arguments: [1, 2, 17, 300, 1500])
  func blocksAndChunksDoNotMatter(frameCount: Int) throws {
    let model = try smallModel()
    let features = features(frameCount: frameCount)
    // A chunk longer than the piece is one pass over the whole.
    let whole = activations(of: features, model: model, chunkLength: 2048)
    #expect(whole.frameCount == frameCount)
    var random = SeededGenerator(seed: 3)
    let sizes = (0..<50).map { _ in Int.random(in: 0...90, using: &random) }
    for chunkLength in [8, 64, 128] {
      for blockSizes in [[1], [7], [64], [1000], sizes + [1]] {
        let parts = activations(
          of: features, model: model, blockSizes: blockSizes, chunkLength: chunkLength)
        #expect(parts == whole, "chunks of \(chunkLength), blocks \(blockSizes.prefix(3))")
      }
    }
  }

  @Test func framesComeInOrderAndNotLaterThanPromised() throws {
    let model = try smallModel()
    let network = ActivityNetwork(model: model, chunkLength: 64)
    #expect(model.reach == 1 + 4 * 127)
    let features = features(frameCount: 1000)
    let whole = activations(of: features, model: model)
    var found = Activations()
    for frame in 0..<1000 {
      let start = frame * Self.bandCount
      features[start..<(start + Self.bandCount)].withUnsafeBufferPointer {
        network.process($0, into: &found)
      }
      // A chunk, and what each of eight layers keeps back for a group of eight.
      #expect(found.frameCount >= frame - model.reach - 64 - 8 * 8)
      #expect(found.frameCount <= max(0, frame + 1 - model.reach))
    }
    for frame in 0..<found.frameCount {
      #expect(found.value(.beat, at: frame) == whole.value(.beat, at: frame))
    }
  }

  @Test func memoryDoesNotGrowWithTheMusic() throws {
    let model = try smallModel()
    let network = ActivityNetwork(model: model)
    let atFirst = network.byteCount
    let features = features(frameCount: 4000)
    var found = Activations()
    for _ in 0..<3 { features.withUnsafeBufferPointer { network.process($0, into: &found) } }
    #expect(network.byteCount == atFirst)
    #expect(ActivityNetwork(model: .embedded).byteCount < 4 << 20)
  }
}

extension WeightFile {
  /// The weights that come with the program.
  static func embedded() throws -> WeightFile {
    try ActivityModel.embeddedBytes { bytes in try WeightFile(bytes) }
  }
}

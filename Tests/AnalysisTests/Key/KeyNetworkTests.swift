import Decoders
import TestSupport
import Testing

@testable import Analysis

/// The streaming key network against its definition, PyTorch's numbers, and itself.
@Suite struct KeyNetworkTests {
  /// No count is a multiple of six.
  private func smallFile() throws -> WeightFile {
    var writer = WeightFileWriter()
    var random = SeededGenerator(seed: 4)
    for (name, shape) in [
      ("fold", [5, 6, 6]), ("chord", [7, 5, 12]), ("time", [4, 7, 5]), ("scale", [8, 4, 12]),
      ("out", [2, 8, 9]),
    ] {
      let scale = 1.7 / Float(shape[1] * shape[2]).squareRoot()
      let values = (0..<shape.reduce(1, *)).map { _ in scale * random.nextSample() }
      writer.tensors.append(("\(name).weight", shape, values))
      writer.tensors.append(
        ("\(name).bias", [shape[0]], (0..<shape[0]).map { _ in 0.3 * random.nextSample() }))
    }
    return try writer.bytes.withUnsafeBytes { try WeightFile($0) }
  }

  private func features(frameCount: Int) -> [Float] {
    var random = SeededGenerator(seed: 8)
    return (0..<frameCount * KeyFeatures.valuesPerFrame).map { _ in max(0, random.nextSample()) }
  }

  @Test(arguments: [0, 1, 5, 8, 40]) func `it equals its definition`(frameCount: Int) throws {
    let file = try smallFile()
    let features = features(frameCount: frameCount)
    let expected = SlowKeyNetwork(file: file).scores(of: features)
    let found = scores(of: features, model: try KeyModel(file))
    #expect(found.count == 24 * frameCount)
    for (frame, values) in expected.enumerated() {
      for (key, value) in values.enumerated() {
        #expect(abs(Double(found[frame * 24 + key]) - value) < 1e-4)
      }
    }
  }

  @Test func `it gives what PyTorch gives`() {
    let expected = KeyFixture.numbers("expected.f32")
    let found = scores(of: KeyFixture.numbers("input.f32"), model: .embedded)
    #expect(!expected.isEmpty && found.count == expected.count)
    for (value, other) in zip(found, expected) { #expect(abs(value - other) < 1e-3) }
  }

  @Test func `the size of the chunks does not matter`() throws {
    let model = try KeyModel(smallFile())
    let features = features(frameCount: 100)
    let whole = scores(of: features, model: model)
    for step in [1, 7, 8, 64] {
      #expect(scores(of: features, model: model, framesAtATime: step) == whole)
    }
  }

  @Test func `music an octave's part higher is another key by as much`() throws {
    // All octaves sound alike, so that none is lost at the end.
    var pattern = [Float](repeating: 0, count: 12 * 6)
    var random = SeededGenerator(seed: 2)
    for index in pattern.indices { pattern[index] = max(0, random.nextSample()) }
    let model = try KeyModel(smallFile())
    let scores = (0..<12).map { steps in
      let frame = (0..<72 * 6).map { index in
        pattern[((index / 6 - steps + 72) % 12) * 6 + index % 6]
      }
      return Array(self.scores(of: frame + frame + frame, model: model)[24..<48])
    }
    for steps in 1..<12 {
      for key in 0..<24 {
        let moved = (key % 12 + steps) % 12 + key / 12 * 12
        #expect(abs(scores[steps][moved] - scores[0][key]) < 1e-5)
      }
    }
  }

  @Test func `weights that do not fit are refused`() throws {
    var writer = WeightFileWriter()
    writer.tensors = [("fold.weight", [1, 5, 6], .init(repeating: 0, count: 30))]
    let file = try writer.bytes.withUnsafeBytes { try WeightFile($0) }
    #expect(throws: WeightFileError.self) { try KeyModel(file) }
  }

  /// `[frame][key]` for `[frame][note][channel]`.
  private func scores(
    of features: [Float], model: KeyModel, framesAtATime: Int = 64
  ) -> [Float] {
    let network = KeyNetwork(model: model, chunkLength: 64)
    let size = KeyFeatures.valuesPerFrame
    let frameCount = features.count / size
    for start in stride(from: 0, to: frameCount, by: framesAtATime) {
      let count = min(framesAtATime, frameCount - start)
      network.process(frameCount: count) { rows in
        for frame in 0..<count {
          for value in 0..<size {
            rows.advanced(byRows: value).first[frame] = features[(start + frame) * size + value]
          }
        }
      }
    }
    network.finish()
    return network.scores
  }
}

/// The files of Tests/Fixtures/key: what the training scripts made of the same numbers.
enum KeyFixture {
  static func numbers(_ name: String) -> [Float] {
    let folder = FilePath(#filePath).parent.parent.parent.appending("Fixtures/key".utf8)
    return TemporaryDirectory.contents(of: folder.appending(name.utf8)).withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
  }
}

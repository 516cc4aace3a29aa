import Decoders
import TestSupport

@testable import Analysis

/// The files of Tests/Fixtures/network: what another implementation made of the same numbers.
enum NetworkFixture {
  static func bytes(_ name: String) -> [UInt8] {
    let folder = FilePath(#filePath).parent.parent.parent.appending("Fixtures".utf8)
    return TemporaryDirectory.contents(of: folder.appending("network/\(name)".utf8))
  }

  static func numbers(_ name: String) -> [Float] {
    bytes(name).withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
  }
}

/// What the network gives for features that come in blocks of these sizes, used in turn.
func activations(
  of features: [Float], model: ActivityModel, blockSizes: [Int] = [1 << 20], chunkLength: Int = 128
) -> Activations {
  let network = ActivityNetwork(model: model, chunkLength: chunkLength)
  var result = Activations()
  var (start, turn) = (0, 0)
  features.withUnsafeBufferPointer { features in
    while start < features.count {
      let end = min(start + blockSizes[turn % blockSizes.count] * model.bandCount, features.count)
      network.process(UnsafeBufferPointer(rebasing: features[start..<end]), into: &result)
      start = end
      turn += 1
    }
  }
  network.finish(into: &result)
  return result
}

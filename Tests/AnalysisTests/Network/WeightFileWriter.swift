import TestSupport

@testable import Analysis

/// Writes weight files, good and bad ones.
struct WeightFileWriter {
  var version: UInt32 = 1
  /// The tensors in the order in which they are written; numbers of 32 bits.
  var tensors: [(name: String, shape: [Int], values: [Float])] = []

  var bytes: [UInt8] {
    var bytes = Array("MUCATNET".utf8)
    append(version, to: &bytes)
    append(UInt32(tensors.count), to: &bytes)
    for (name, shape, values) in tensors {
      append(UInt32(name.utf8.count), to: &bytes)
      bytes += name.utf8
      append(0, to: &bytes)
      append(UInt32(shape.count), to: &bytes)
      for size in shape { append(UInt32(size), to: &bytes) }
      for value in values { append(value.bitPattern, to: &bytes) }
    }
    return Self.sealed(bytes)
  }

  /// The bytes with their checksum behind them.
  static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    let hash = bytes.withUnsafeBytes { WeightFile.hash(of: $0) }
    return bytes + (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
  }

  private func append(_ value: UInt32, to bytes: inout [UInt8]) {
    for byte in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
  }

  /// A network with random weights, so small that their products neither vanish nor grow.
  init(channels: Int, filters: Int, blocks: Int, bandCount: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let places = (bandCount - 6) / 3 + 1
    add("input.scale", [2], &random)
    add("input.offset", [2], &random)
    add(layer: "front", [filters, 2, 6, 3], &random)
    add(layer: "project", [channels, filters * places], &random)
    for block in 0..<blocks {
      add(layer: "block\(block).near", [channels / 2, channels, 5], &random)
      add(layer: "block\(block).far", [channels / 2, channels, 5], &random)
      add(layer: "block\(block).mix", [channels, channels], &random)
    }
    add(layer: "beat", [2, channels], &random)
    add(layer: "activity", [4, channels], &random)
  }

  init() {}

  private mutating func add(layer: String, _ shape: [Int], _ random: inout SeededGenerator) {
    add("\(layer).weight", shape, &random)
    add("\(layer).bias", [shape[0]], &random)
  }

  private mutating func add(_ name: String, _ shape: [Int], _ random: inout SeededGenerator) {
    let inputCount = shape.dropFirst().reduce(1, *)
    let scale = 1.7 / Float(inputCount).squareRoot()
    let values = (0..<shape.reduce(1, *)).map { _ in scale * random.nextSample() }
    tensors.append((name, shape, values))
  }
}

import Testing

@testable import Analysis

/// Weight files, and what is said of broken ones.
@Suite struct WeightFileTests {
  private func read(_ bytes: [UInt8]) throws -> WeightFile {
    try bytes.withUnsafeBytes { try WeightFile($0) }
  }

  private func small() -> WeightFileWriter {
    var writer = WeightFileWriter()
    writer.tensors = [
      ("a", [2, 3], [1, 2, 3, 4, 5, 6]), ("a.bias", [1], [-0.5]), ("none", [0], []),
    ]
    return writer
  }

  @Test func tensorsComeBackAsTheyWereWritten() throws {
    let file = try read(small().bytes)
    #expect(file.tensors.count == 3)
    #expect(file.tensors["a"] == .init(shape: [2, 3], values: [1, 2, 3, 4, 5, 6]))
    #expect(try file.tensor("a.bias", shape: [1]).values == [-0.5])
    #expect(try file.tensor("a", shape: [nil, 3]).shape == [2, 3])
  }

  @Test func halfPrecisionIsReadExactly() throws {
    // Exponent and fraction at their edges, a subnormal number, and signs.
    let cases: [(UInt16, Float)] = [
      (0x0000, 0), (0x8000, -0.0), (0x3C00, 1), (0xBC00, -1), (0x3555, 0.333251953125),
      (0x7BFF, 65_504), (0x0400, 0x1p-14), (0x0001, 0x1p-24), (0x83FF, -0x1.FF8p-15),
    ]
    var bytes = Array("MUCATNET".utf8) + [1, 0, 0, 0, 1, 0, 0, 0]
    bytes += [1, 0, 0, 0] + "h".utf8 + [1, 0, 0, 0, 1, 0, 0, 0, UInt8(cases.count), 0, 0, 0]
    for (bits, _) in cases { bytes += [UInt8(bits & 0xFF), UInt8(bits >> 8)] }
    let values = try read(WeightFileWriter.sealed(bytes)).tensor("h", shape: [cases.count]).values
    #expect(values.map(\.bitPattern) == cases.map(\.1.bitPattern))
  }

  @Test func whatIsWrongIsSaid() throws {
    let good = small().bytes
    #expect(throws: WeightFileError.unknownMagic) { try read([]) }
    #expect(throws: WeightFileError.unknownMagic) { try read(Array("MUCATNOT".utf8) + good) }
    #expect(throws: WeightFileError.wrongLength) { try read(Array(good.prefix(12))) }
    #expect(throws: WeightFileError.wrongChecksum) { try read(good.dropLast()) }
    for place in [20, 40, good.count - 1] {
      var damaged = good
      damaged[place] ^= 1
      #expect(throws: WeightFileError.wrongChecksum) { try read(damaged) }
    }
    var newer = small()
    newer.version = 2
    #expect(throws: WeightFileError.unknownVersion(2)) { try read(newer.bytes) }
    var infinite = small()
    infinite.tensors[1].values = [.infinity]
    #expect(throws: WeightFileError.notFinite(tensor: "a.bias")) { try read(infinite.bytes) }
    // Sizes that the file does not have room for, one of them beyond all numbers.
    for shape in [[2, 4], [1 << 31, 1 << 31, 1 << 31]] {
      var short = small()
      short.tensors[2].shape = shape
      #expect(throws: WeightFileError.wrongLength) { try read(short.bytes) }
    }
    let longer = WeightFileWriter.sealed(good.dropLast(8) + [0])
    #expect(throws: WeightFileError.wrongLength) { try read(longer) }
    let file = try read(good)
    #expect(throws: WeightFileError.missing(tensor: "b")) { try file.tensor("b", shape: [1]) }
    #expect(throws: WeightFileError.wrongShape(tensor: "a", found: [2, 3])) {
      try file.tensor("a", shape: [3, 2])
    }
  }

  @Test func layersMustFitEachOther() throws {
    let writer = WeightFileWriter(channels: 8, filters: 4, blocks: 1, bandCount: 20, seed: 1)
    let file = try read(writer.bytes)
    #expect(throws: Never.self) { try ActivityModel(file, bandCount: 20) }
    // The projection has one input for each filter and place: 20 bands have 5 places, 30 have 9.
    #expect(throws: WeightFileError.wrongShape(tensor: "project.weight", found: [8, 20])) {
      try ActivityModel(file, bandCount: 30)
    }
    var incomplete = writer
    incomplete.tensors.removeAll { $0.name == "block0.far.weight" }
    #expect(throws: WeightFileError.missing(tensor: "block0.far.weight")) {
      try ActivityModel(read(incomplete.bytes), bandCount: 20)
    }
  }
}

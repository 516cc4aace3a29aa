/// A damaged copy of a file, the same for the same seed and number.
public struct Mutant: Sendable {
  public let bytes: [UInt8]
  /// What was done to the file, in order.
  public let mutations: [Mutation]

  /// - Parameters:
  ///   - original: The whole file.
  ///   - donor: Another file, of whose parts some mutations make use.
  ///   - number: Tells the mutants of one seed apart.
  public init(of original: [UInt8], donor: [UInt8], seed: UInt64, number: Int) {
    var mixer = SeededGenerator(seed: seed)
    var generator = SeededGenerator(seed: mixer.next() ^ UInt64(truncatingIfNeeded: number))
    var bytes = original
    // Mostly one wound: a file with many is refused before the parser that one would have hurt.
    let wounds = [1, 1, 1, 2, 2, 3, 5].randomElement(using: &generator) ?? 1
    mutations = (0..<wounds).map { _ in
      let mutation = Mutation.allCases.randomElement(using: &generator) ?? .bitFlip
      mutation.apply(to: &bytes, donor: donor, using: &generator)
      return mutation
    }
    // Ogg libraries drop a page whose checksum is wrong: half of the mutants get right ones, so
    // that the codecs behind see the damage.
    if bytes.starts(with: "OggS".utf8), Bool.random(using: &generator) {
      OggPageChecksums.repair(&bytes)
    }
    self.bytes = bytes
  }
}

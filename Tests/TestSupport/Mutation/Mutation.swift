/// One way of damaging a file, as disks, transfers, taggers and malice do.
public enum Mutation: String, CaseIterable, Sendable {
  /// Anywhere in the file.
  case bitFlip, byteValue, noise, truncation, removal, repetition, zeroRun
  /// Where its container has its joints.
  case sizeLie, hugeNumber, blockSwap, blockRemoval, blockRepetition
  /// With parts of another file.
  case foreignTail, foreignHead, foreignBlock

  /// Damages `bytes`; does nothing to a file of no bytes.
  public func apply(
    to bytes: inout [UInt8], donor: [UInt8], using generator: inout SeededGenerator
  ) {
    guard !bytes.isEmpty else { return }
    let place = Self.place(in: bytes, using: &generator)
    let end = min(bytes.count, place + 1 << Int.random(in: 0...10, using: &generator))
    switch self {
    case .bitFlip:
      bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
    case .byteValue:
      bytes[place] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF].randomElement(using: &generator) ?? 0
    case .noise:
      for index in place..<end { bytes[index] = UInt8.random(in: 0...255, using: &generator) }
    case .zeroRun:
      for index in place..<end { bytes[index] = 0 }
    case .truncation:
      bytes.removeSubrange(place...)
    case .removal:
      bytes.removeSubrange(place..<end)
    case .repetition:
      bytes.insert(contentsOf: bytes[place..<end], at: place)
    case .sizeLie, .hugeNumber, .blockSwap, .blockRemoval, .blockRepetition:
      damageBlock(of: &bytes, using: &generator)
    case .foreignTail:
      bytes.replaceSubrange(
        place..., with: donor.suffix(from: Self.place(in: donor, using: &generator)))
    case .foreignHead:
      let cut = Self.place(in: donor, using: &generator)
      bytes.replaceSubrange(..<place, with: donor.prefix(cut))
    case .foreignBlock:
      guard let block = FileBlock.all(in: donor).randomElement(using: &generator),
        let neighbour = FileBlock.all(in: bytes).randomElement(using: &generator)
      else { return }
      bytes.insert(contentsOf: donor[block.range], at: neighbour.range.lowerBound)
    }
  }

  private func damageBlock(of bytes: inout [UInt8], using generator: inout SeededGenerator) {
    let blocks = FileBlock.all(in: bytes)
    guard let block = blocks.randomElement(using: &generator) else { return }
    switch self {
    case .sizeLie:
      let sized = blocks.compactMap(\.sizeField).randomElement(using: &generator)
      Self.lie(at: sized ?? block.range.prefix(4), in: &bytes, using: &generator)
    case .hugeNumber:
      // The numbers of a header stand at its even places.
      let offset = 2 * Int.random(in: 0..<32, using: &generator)
      let place = min(block.range.lowerBound + offset, bytes.count - 1)
      let width = [2, 4, 8].randomElement(using: &generator) ?? 4
      let first: UInt8 = [0x00, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0xFF
      let value = [first] + [UInt8](repeating: 0xFF, count: width - 1)
      let written = Bool.random(using: &generator) ? value : value.reversed()
      for (byte, index) in zip(written, place..<bytes.count) { bytes[index] = byte }
    case .blockSwap:
      guard let other = blocks.randomElement(using: &generator),
        !other.range.overlaps(block.range)
      else { return }
      let (early, late) =
        other.range.lowerBound < block.range.lowerBound
        ? (other.range, block.range) : (block.range, other.range)
      let between = early.upperBound..<late.lowerBound
      let swapped = bytes[late] + bytes[between] + bytes[early]
      bytes.replaceSubrange(early.lowerBound..<late.upperBound, with: swapped)
    case .blockRemoval:
      bytes.removeSubrange(block.range)
    default:
      bytes.insert(contentsOf: bytes[block.range], at: block.range.lowerBound)
    }
  }

  /// Writes a wrong size: none, one off, far off, or as large as can be.
  private static func lie(
    at field: Range<Int>, in bytes: inout [UInt8], using generator: inout SeededGenerator
  ) {
    let field = field.clamped(to: bytes.indices)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: for index in field { bytes[index] = 0 }
    case 1: for index in field { bytes[index] = 0xFF }
    case 2:
      if let index = field.randomElement(using: &generator) { bytes[index] &+= 1 }
    case 3:
      if let index = field.randomElement(using: &generator) { bytes[index] &-= 1 }
    default:
      for index in field { bytes[index] = UInt8.random(in: 0...255, using: &generator) }
    }
  }

  /// A place in the file: one time in three within its first 256 bytes, where headers are.
  private static func place(
    in bytes: [UInt8], using generator: inout SeededGenerator
  ) -> Int {
    guard !bytes.isEmpty else { return 0 }
    let isInHead = Int.random(in: 0..<3, using: &generator) == 0
    return Int.random(in: 0..<(isInHead ? min(256, bytes.count) : bytes.count), using: &generator)
  }
}

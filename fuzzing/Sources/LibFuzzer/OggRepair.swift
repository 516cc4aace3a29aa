@testable import Decoders

/// Right checksums for the pages of Ogg inputs: a page with a wrong one is dropped, and what is
/// behind would never see an input.
enum OggRepair {
  /// The input as it is when it is no Ogg, or when its last byte is odd: the fuzzer has the choice.
  static func repaired(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var copy = Array(bytes)
    guard copy.hasText("OggS"), copy.last.map({ $0 & 1 == 0 }) ?? false else { return copy }
    copy.withUnsafeMutableBytes { repair($0) }
    return copy
  }

  private static func repair(_ bytes: UnsafeMutableRawBufferPointer) {
    var place = 0
    while place < bytes.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[place...])
      guard let header = OggPageHeader(UnsafeRawBufferPointer(rest)), header.length <= rest.count
      else {
        place += 1
        continue
      }
      let field = OggPageHeader.checksumOffset
      rest.storeBytes(of: 0, toByteOffset: field, as: UInt32.self)
      let page = UnsafeRawBufferPointer(rebasing: rest[..<header.length])
      rest.storeBytes(
        of: OggChecksum.update(0, page).littleEndian, toByteOffset: field, as: UInt32.self)
      place += header.length
    }
  }
}

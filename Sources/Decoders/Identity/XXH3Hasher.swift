internal import CXXHash
import Glibc

/// A running XXH3-128 hash of bytes given piece by piece.
final class XXH3Hasher {
  private let state: OpaquePointer
  /// Bytes hashed so far, the marker not counted.
  private(set) var byteCount = 0

  /// - Parameter marker: What kind of payload follows: equal bytes of two kinds are not equal audio.
  init(marker: StaticString) throws(DecodingError) {
    guard let state = XXH3_createState() else {
      throw .io(errno: ENOMEM)
    }
    self.state = state
    XXH3_128bits_reset(state)
    marker.withUTF8Buffer { update(UnsafeRawBufferPointer($0)) }
    byteCount = 0
  }

  deinit {
    XXH3_freeState(state)
  }

  func update(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    XXH3_128bits_update(state, bytes.baseAddress, bytes.count)
    byteCount += bytes.count
  }

  func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Adds the bytes of a part of a file.
  func update(file: InputFile, range: Range<Int>) throws(DecodingError) {
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(Self.pieceLength, max(range.count, 1)), alignment: 64)
    defer { room.deallocate() }
    var place = range.lowerBound
    while place < range.upperBound {
      let wanted = min(room.count, range.upperBound - place)
      let got = try file.read(
        at: place, into: UnsafeMutableRawBufferPointer(rebasing: room[..<wanted]))
      guard got > 0 else { break }
      update(UnsafeRawBufferPointer(rebasing: room[..<got]))
      place += got
    }
  }

  /// The hash of what was given so far.
  func finish() -> PayloadHash {
    var canonical = XXH128_canonical_t()
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state))
    return PayloadHash(canonical: withUnsafeBytes(of: &canonical) { Array($0) })
  }

  private static let pieceLength = 262_144
}

/// The identity of a recording: XXH3-128 over its compressed audio without tags.
///
/// The same after renaming, retagging or adding a picture; different for different audio.
public struct PayloadHash: Hashable, Sendable {
  /// 16 bytes, most significant first.
  public let bytes: [UInt8]

  public init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// - Parameter canonical: The 16 bytes of a hash just made.
  init(canonical: [UInt8]) {
    precondition(canonical.count == 16)
    bytes = canonical
  }

  /// 32 hexadecimal digits.
  public var hexText: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

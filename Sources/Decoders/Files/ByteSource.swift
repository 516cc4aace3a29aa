/// Bytes for a codec library that reads from front to back.
protocol ByteSource: AnyObject {
  /// The first read error met: it does not throw through C code, and the decoder throws it later.
  var failure: DecodingError? { get }
  /// Copies the next bytes to `destination`.
  ///
  /// - Returns: The number of bytes, 0 only at the end; −1 after a read error.
  func read(into destination: UnsafeMutableRawPointer, count wanted: Int) -> Int
}

extension ByteStream: ByteSource {}

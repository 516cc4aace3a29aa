internal import CChromaprint

/// libchromaprint: the one place that knows it.
enum Chromaprint {
  /// Whether the library is installed. Looked for once.
  static let isAvailable = cchromaprint_is_available() == 1

  /// Samples per second that the library works with; others it would resample itself.
  static let sampleRate = 11_025

  /// Compressed bytes; nil when the library is absent or refuses.
  static func pack(_ values: [UInt32]) -> [UInt8]? {
    guard isAvailable else { return nil }
    var bytes: UnsafeMutablePointer<CChar>?
    var count: Int32 = 0
    guard cchromaprint_pack(values, Int32(values.count), &bytes, &count) == 1, let bytes else {
      return nil
    }
    defer { cchromaprint_release(bytes) }
    return UnsafeBufferPointer(start: bytes, count: Int(count)).map { UInt8(bitPattern: $0) }
  }

  /// The reverse of ``pack(_:)``; nil also when the bytes are damaged.
  static func unpack(_ bytes: [UInt8]) -> [UInt32]? {
    guard isAvailable else { return nil }
    var values: UnsafeMutablePointer<UInt32>?
    var count: Int32 = 0
    let isRead = bytes.withUnsafeBytes { bytes in
      cchromaprint_unpack(
        bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), &values, &count) == 1
    }
    guard isRead else { return nil }
    defer { cchromaprint_release(values) }
    return Array(UnsafeBufferPointer(start: values, count: Int(count)))
  }
}

/// A fingerprint in the making, of one channel at ``Chromaprint/sampleRate``.
///
/// Owns the library's context, and frees it when released.
final class ChromaprintStream {
  private let context: UnsafeMutableRawPointer

  /// Nil when the library is absent, or there is no memory.
  init?() {
    guard Chromaprint.isAvailable,
      let context = cchromaprint_start(Int32(Chromaprint.sampleRate))
    else { return nil }
    self.context = context
  }

  deinit {
    cchromaprint_end(context)
  }

  func process(_ samples: [Int16]) {
    guard !samples.isEmpty else { return }
    // It refuses only streams that were never started.
    _ = cchromaprint_feed(context, samples, Int32(samples.count))
  }

  /// The values; none for audio of less than three seconds. Nothing can be fed behind.
  func finish() -> [UInt32] {
    var values: UnsafeMutablePointer<UInt32>?
    var count: Int32 = 0
    let isDone = cchromaprint_finish(context, &values, &count) == 1
    guard isDone, let values else { return [] }
    defer { cchromaprint_release(values) }
    return Array(UnsafeBufferPointer(start: values, count: Int(count)))
  }
}

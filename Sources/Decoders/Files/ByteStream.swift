import Glibc

/// A window of a file as a stream of bytes with a position: what codec libraries are given to read.
///
/// Codec libraries ask for few bytes at a time; a buffer of one page run saves the system calls.
/// Positions count from the start of the window. A read error does not throw through C code: the
/// stream remembers it in `failure`, and the decoder throws it afterwards.
final class ByteStream {
  let file: InputFile
  /// The bytes of the file that the stream shows.
  let window: Range<Int>
  private(set) var position = 0
  /// The first read error met.
  private(set) var failure: DecodingError?

  /// Bytes shown in place of those in the file, for header fields that are known to lie.
  private let correction: (offset: Int, bytes: [UInt8])?
  private let buffer: UnsafeMutableRawBufferPointer
  /// The bytes of the window that `buffer` holds.
  private var buffered = 0..<0

  private static let bufferSize = 65536

  /// - Parameters:
  ///   - window: The bytes to show, nil for the whole file; clipped to the file's size.
  ///   - correction: Bytes to show at an offset of the window in place of those in the file.
  init(
    file: InputFile, window: Range<Int>? = nil, correction: (offset: Int, bytes: [UInt8])? = nil
  ) {
    self.file = file
    self.window = (window ?? 0..<file.size).clamped(to: 0..<file.size)
    self.correction = correction
    buffer = .allocate(byteCount: Self.bufferSize, alignment: 16)
  }

  deinit {
    buffer.deallocate()
  }

  var count: Int { window.count }

  /// Copies the next bytes to `destination`.
  ///
  /// - Returns: The number of bytes, less than `wanted` only at the end; −1 after a read error.
  func read(into destination: UnsafeMutableRawPointer, count wanted: Int) -> Int {
    var done = 0
    while done < wanted {
      if !buffered.contains(position) {
        guard refill() else { return done > 0 ? done : -1 }
        guard buffered.contains(position) else { break }
      }
      let piece = min(wanted - done, buffered.upperBound - position)
      if let start = buffer.baseAddress {
        (destination + done).copyMemory(
          from: start + (position - buffered.lowerBound), byteCount: piece)
      }
      done += piece
      position += piece
    }
    return done
  }

  /// Moves the position, as `lseek` does; places outside of the window are refused.
  ///
  /// - Returns: The new position, or −1.
  func seek(to offset: Int, from origin: Int32) -> Int {
    let base: Int
    switch origin {
    case SEEK_SET: base = 0
    case SEEK_CUR: base = position
    case SEEK_END: base = count
    default: return -1
    }
    let (target, overflow) = base.addingReportingOverflow(offset)
    guard !overflow, target >= 0, target <= count else { return -1 }
    position = target
    return target
  }

  /// Reads the part of the file around the position; false after a read error.
  private func refill() -> Bool {
    guard position < count else {
      buffered = position..<position
      return true
    }
    let wanted = min(Self.bufferSize, count - position)
    do {
      let got = try file.read(
        at: window.lowerBound + position,
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
      buffered = position..<(position + got)
    } catch {
      failure = failure ?? error
      buffered = 0..<0
      return false
    }
    correct()
    return true
  }

  private func correct() {
    guard let correction else { return }
    for (index, byte) in correction.bytes.enumerated() {
      let place = correction.offset + index
      if buffered.contains(place) { buffer[place - buffered.lowerBound] = byte }
    }
  }
}

extension ByteStream {
  /// The stream as the user data of a C callback. The decoder keeps the stream alive longer than
  /// the library's handle.
  var userData: UnsafeMutableRawPointer {
    Unmanaged.passUnretained(self).toOpaque()
  }

  /// The stream behind a callback's user data, nil for a null pointer.
  static func from(_ userData: UnsafeMutableRawPointer?) -> ByteStream? {
    userData.map { Unmanaged<ByteStream>.fromOpaque($0).takeUnretainedValue() }
  }
}

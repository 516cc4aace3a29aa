/// How one sample of uncompressed audio is written. The names are those of ffmpeg's and ALSA's
/// formats: kind, bits, byte order.
public enum SampleEncoding: String, Hashable, Sendable, CaseIterable {
  case u8, s8
  case s16le, s16be
  case s24le, s24be
  case s32le, s32be
  case f32le, f32be
  case f64le, f64be

  public var bytesPerSample: Int {
    switch self {
    case .u8, .s8: 1
    case .s16le, .s16be: 2
    case .s24le, .s24be: 3
    case .s32le, .s32be, .f32le, .f32be: 4
    case .f64le, .f64be: 8
    }
  }

  /// Turns `count` samples at `source` into Float32, full scale ±1, and not finite when the source
  /// is not. Integers are divided by 2^(bits − 1), as decoders do.
  func decode(
    _ source: UnsafeRawPointer, into destination: UnsafeMutablePointer<Float>, count: Int
  ) {
    switch self {
    case .u8:
      each(source, destination, count, UInt8.self) { Float(Int($0) - 128) / 128 }
    case .s8:
      each(source, destination, count, Int8.self) { Float($0) / 128 }
    case .s16le:
      each(source, destination, count, Int16.self) { Float(Int16(littleEndian: $0)) / 32_768 }
    case .s16be:
      each(source, destination, count, Int16.self) { Float(Int16(bigEndian: $0)) / 32_768 }
    case .s24le: packed(source, destination, count, low: 0, high: 2)
    case .s24be: packed(source, destination, count, low: 2, high: 0)
    case .s32le:
      each(source, destination, count, Int32.self) {
        Float(Double(Int32(littleEndian: $0)) / 2_147_483_648)
      }
    case .s32be:
      each(source, destination, count, Int32.self) {
        Float(Double(Int32(bigEndian: $0)) / 2_147_483_648)
      }
    case .f32le:
      each(source, destination, count, UInt32.self) {
        Float(bitPattern: UInt32(littleEndian: $0))
      }
    case .f32be:
      each(source, destination, count, UInt32.self) { Float(bitPattern: UInt32(bigEndian: $0)) }
    case .f64le:
      each(source, destination, count, UInt64.self) {
        Float(Double(bitPattern: UInt64(littleEndian: $0)))
      }
    case .f64be:
      each(source, destination, count, UInt64.self) {
        Float(Double(bitPattern: UInt64(bigEndian: $0)))
      }
    }
  }

  @inline(__always)
  private func each<Word: BitwiseCopyable>(
    _ source: UnsafeRawPointer, _ destination: UnsafeMutablePointer<Float>, _ count: Int,
    _ type: Word.Type, _ sample: (Word) -> Float
  ) {
    for index in 0..<count {
      let word = source.loadUnaligned(
        fromByteOffset: index * MemoryLayout<Word>.size, as: Word.self)
      destination[index] = sample(word)
    }
  }

  /// Samples of three bytes, the lowest at offset `low`.
  @inline(__always)
  private func packed(
    _ source: UnsafeRawPointer, _ destination: UnsafeMutablePointer<Float>, _ count: Int,
    low: Int, high: Int
  ) {
    for index in 0..<count {
      let bytes = source + 3 * index
      let value =
        Int32(bytes.load(fromByteOffset: low, as: UInt8.self))
        | Int32(bytes.load(fromByteOffset: 1, as: UInt8.self)) << 8
        | Int32(bytes.load(fromByteOffset: high, as: Int8.self)) << 16
      destination[index] = Float(value) / 8_388_608
    }
  }
}

/// The tensors of a trained network, as `training/rhythm/export.py` writes them.
///
/// Little endian: the magic `MUCATNET`, the format's version, the number of tensors; for each one
/// the length of its name and the name, the format of its numbers (0: 32 bit, 1: 16 bit), the number
/// of its dimensions and these, and its numbers, the last dimension running fastest; at the end the
/// 64-bit FNV-1a hash of all that stands before. Integers but the hash are unsigned and have 32 bits.
struct WeightFile {
  /// Numbers in the order of their indices, the last index running fastest.
  struct Tensor: Equatable {
    let shape: [Int]
    let values: [Float]
  }

  let tensors: [String: Tensor]

  private static let magic = Array("MUCATNET".utf8)
  private static let version: UInt32 = 1
  private static let hashLength = 8

  /// - Parameter bytes: A whole file. Nothing of them is kept.
  init(_ bytes: UnsafeRawBufferPointer) throws(WeightFileError) {
    guard bytes.starts(with: Self.magic) else { throw .unknownMagic }
    guard bytes.count >= Self.magic.count + Self.hashLength else { throw .wrongLength }
    let content = UnsafeRawBufferPointer(rebasing: bytes.dropLast(Self.hashLength))
    let hash = bytes.loadUnaligned(fromByteOffset: content.count, as: UInt64.self)
    guard Self.hash(of: content) == UInt64(littleEndian: hash) else { throw .wrongChecksum }
    var reader = WeightReader(bytes: content, position: Self.magic.count)
    let version = try reader.next()
    guard version == Self.version else { throw .unknownVersion(version) }
    var tensors: [String: Tensor] = [:]
    for _ in 0..<(try reader.next()) {
      let name = try reader.nextName()
      tensors[name] = try reader.nextTensor(name: name)
    }
    guard reader.isAtEnd else { throw .wrongLength }
    self.tensors = tensors
  }

  /// A tensor of a certain shape.
  ///
  /// - Parameter shape: Its dimensions, nil for those that may be anything.
  func tensor(_ name: String, shape: [Int?]) throws(WeightFileError) -> Tensor {
    guard let tensor = tensors[name] else { throw .missing(tensor: name) }
    guard tensor.shape.count == shape.count,
      zip(tensor.shape, shape).allSatisfy({ $1 == nil || $0 == $1 })
    else { throw .wrongShape(tensor: name, found: tensor.shape) }
    return tensor
  }

  /// *Source:* G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, The FNV Non-Cryptographic Hash
  /// Algorithm, IETF draft.
  static func hash(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// Reads the numbers of a weight file one after the other.
private struct WeightReader {
  let bytes: UnsafeRawBufferPointer
  var position: Int

  private enum NumberFormat: UInt32 {
    case float32 = 0
    case float16 = 1

    var byteCount: Int { self == .float32 ? 4 : 2 }
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Moves on by so many bytes; returns where they begin.
  private mutating func skip(_ count: Int) throws(WeightFileError) -> Int {
    guard count <= bytes.count - position else { throw .wrongLength }
    defer { position += count }
    return position
  }

  mutating func next() throws(WeightFileError) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: try skip(4), as: UInt32.self))
  }

  mutating func nextName() throws(WeightFileError) -> String {
    let length = Int(try next())
    let start = try skip(length)
    return String(decoding: bytes[start..<(start + length)], as: UTF8.self)
  }

  mutating func nextTensor(name: String) throws(WeightFileError) -> WeightFile.Tensor {
    guard let format = NumberFormat(rawValue: try next()) else {
      throw .unknownNumberFormat(tensor: name)
    }
    var shape: [Int] = []
    var count = 1
    for _ in 0..<(try next()) {
      let size = Int(try next())
      shape.append(size)
      let (product, overflow) = count.multipliedReportingOverflow(by: size)
      guard !overflow, product <= bytes.count else { throw .wrongLength }
      count = product
    }
    let start = try skip(count * format.byteCount)
    let values = (0..<count).map { index in
      switch format {
      case .float32:
        Float(bitPattern: integer(at: start + 4 * index, as: UInt32.self))
      case .float16:
        float(half: integer(at: start + 2 * index, as: UInt16.self))
      }
    }
    guard values.allSatisfy(\.isFinite) else { throw .notFinite(tensor: name) }
    return WeightFile.Tensor(shape: shape, values: values)
  }

  private func integer<Integer: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Integer.Type
  ) -> Integer {
    Integer(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
  }

  /// A number of 16 bits (IEEE 754 binary16) as one of 32.
  private func float(half bits: UInt16) -> Float {
    guard bits & 0x7C00 != 0x7C00 else { return .nan }
    // Exponents are counted from −15 in the one and from −127 in the other.
    let magnitude = Float(bitPattern: UInt32(bits & 0x7FFF) << 13) * 0x1p112
    return bits & 0x8000 == 0 ? magnitude : -magnitude
  }
}

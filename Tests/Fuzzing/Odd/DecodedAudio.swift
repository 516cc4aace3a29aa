import Decoders

/// A file decoded whole, for comparing it sample by sample.
struct DecodedAudio {
  /// One array per channel.
  let planes: [[Float]]
  let sampleRate: Int
  let report: DecodeReport

  init(_ path: FilePath) throws(DecodingError) {
    let reader = try AudioAsset(path: path).open()
    var buffer = PCMBuffer(format: reader.format)
    var planes = [[Float]](repeating: [], count: reader.format.channelCount)
    while try reader.read(into: &buffer) {
      for channel in planes.indices {
        buffer.withChannel(channel) { planes[channel].append(contentsOf: $0) }
      }
    }
    self.planes = planes
    sampleRate = reader.format.sampleRate
    report = reader.report
  }

  private var frameCount: Int { planes.first?.count ?? 0 }

  /// Compares with the MD5 that a native FLAC stream holds: of all samples, interleaved, as
  /// little-endian integers of whole bytes (RFC 9639 §8.2).
  func md5Problem(flac bytes: [UInt8]) -> String? {
    guard bytes.starts(with: "fLaC".utf8), bytes.count >= 42 else { return "no STREAMINFO" }
    let bits = Int(bytes[20] & 1) << 4 + Int(bytes[21] >> 4) + 1
    let scale = Float(1 << (bits - 1))
    var samples: [UInt8] = []
    samples.reserveCapacity(frameCount * planes.count * 4)
    for frame in 0..<frameCount {
      for plane in planes {
        let value = Int32(plane[frame] * scale)
        for byte in 0..<(bits + 7) / 8 {
          samples.append(UInt8(truncatingIfNeeded: value >> (8 * byte)))
        }
      }
    }
    return MD5.digest(samples) == Array(bytes[26..<42]) ? nil : "not the samples of the MD5"
  }

  /// Compares with samples of 16 bits, interleaved, that were decoded without cutting delay and
  /// padding.
  func referenceProblem(_ reference: [UInt8]) -> String? {
    let samples = stride(from: 0, to: reference.count - 1, by: 2).map { index in
      Int16(truncatingIfNeeded: Int(reference[index]) | Int(reference[index + 1]) << 8)
    }
    let count = samples.count / max(planes.count, 1)
    guard count > report.trimmedHead, frameCount > 0 else { return nil }
    // Decoders differ in what they make of a first frame whose bits lie before the stream.
    let errors = [0, -1152, 1152, -576, 576, -384, 384].compactMap { shift in
      error(to: samples, offset: report.trimmedHead + shift, count: count)
    }
    guard let error = errors.min() else { return "nothing to compare" }
    // ISO/IEC 11172-4 §2.6.3 asks for 1/√12 of a 16-bit step; rounding the reference costs as much.
    let limit = 2 / 12.0.squareRoot()
    let rounded = (error * 1000).rounded() / 1000
    return error <= limit ? nil : "RMS error of \(rounded) steps of 16 bits"
  }

  /// The root mean square of the difference in steps of 16 bits; nil without enough in common.
  private func error(to samples: [Int16], offset: Int, count: Int) -> Double? {
    let range = max(0, -offset)..<max(0, -offset, min(frameCount, count - offset))
    guard range.count > min(frameCount, count) / 2 else { return nil }
    var sum = 0.0
    for frame in range {
      for (channel, plane) in planes.enumerated() {
        let ours = min(max(Double(plane[frame]) * 32768, -32768), 32767)
        let difference = ours - Double(samples[(frame + offset) * planes.count + channel])
        sum += difference * difference
      }
    }
    return (sum / Double(range.count * planes.count)).squareRoot()
  }

  /// Finds the impulses and their distances: exactly one second.
  var impulseProblem: String? {
    guard let plane = planes.first, let peak = plane.map({ abs($0) }).max(), peak > 0 else {
      return "no impulse"
    }
    var places: [Int] = []
    for (frame, sample) in plane.enumerated() where abs(sample) > 0.5 * peak {
      if let last = places.last, frame - last < sampleRate / 2 {
        if abs(sample) > abs(plane[last]) { places[places.count - 1] = frame }
      } else {
        places.append(frame)
      }
    }
    let isEven = zip(places, places.dropFirst()).allSatisfy { $1 - $0 == sampleRate }
    guard let first = places.first, places.count > 2, isEven else {
      return "impulses at \(places)"
    }
    return first % sampleRate == 0 ? nil : "the first impulse is at frame \(first)"
  }
}

import Glibc
import TestSupport
import Testing

@testable import Decoders

/// Streams of samples through pipes, in pieces of any size.
@Suite struct PCMStreamTests {
  private static let format = AudioFormat(sampleRate: 8000, channelCount: 2)

  /// What a stream delivers of bytes that come in pieces of `size`.
  private func read(
    _ bytes: [UInt8], pieces size: Int = 1000, layout: PCMStream.Layout? = nil
  ) async -> (planes: [[Float]], format: AudioFormat?, stream: PCMStream) {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    let writer = Thread.start {
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = Array(rest.prefix(size))
        guard write(writing, piece, piece.count) == piece.count else { break }
        rest = rest.dropFirst(size)
      }
      close(writing)
    }
    let stream = PCMStream(descriptor: reading, layout: layout)
    var planes: [[Float]] = []
    var format: AudioFormat?
    for await block in stream {
      #expect(block.startFrame == planes.first?.count ?? 0)
      format = block.format
      if planes.isEmpty { planes = Array(repeating: [], count: block.format.channelCount) }
      for channel in planes.indices { block.withChannel(channel) { planes[channel] += $0 } }
    }
    writer.join()
    close(reading)
    return (planes, format, stream)
  }

  private static func little(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A WAVE file of 16 bits and two channels.
  private static func wave(
    _ samples: [Int16], dataSize: Int? = nil, riff: String = "RIFF", before: [UInt8] = [],
    behind: [UInt8] = []
  ) -> [UInt8] {
    let data = samples.flatMap { little(Int($0), 2) }
    let format =
      Array("fmt ".utf8) + little(16, 4) + little(1, 2) + little(2, 2) + little(8000, 4)
      + little(32_000, 4) + little(4, 2) + little(16, 2)
    return Array(riff.utf8) + little(dataSize ?? 36 + data.count, 4) + Array("WAVE".utf8) + before
      + format + Array("data".utf8) + little(dataSize ?? data.count, 4) + data + behind
  }

  private static let samples: [Int16] = (0..<4000).map { Int16(truncatingIfNeeded: $0 * 7919) }
  private static var planes: [[Float]] {
    (0..<2).map { channel in
      stride(from: channel, to: samples.count, by: 2).map { Float(samples[$0]) / 32_768 }
    }
  }

  @Test(arguments: [1, 2, 3, 5, 7, 44, 45, 46, 4096])
  func `WAVE comes out whole, however it is cut`(pieces: Int) async {
    let result = await read(Self.wave(Self.samples), pieces: pieces)
    #expect(result.planes == Self.planes)
    #expect(result.format == Self.format)
    #expect(result.stream.failure == nil)
  }

  @Test(arguments: [0, 0xFFFF_FFFF, 0x7FFF_FFFF, 0x8000_0000])
  func `a size that its writer did not know means all that comes`(size: Int) async {
    let result = await read(Self.wave(Self.samples, dataSize: size))
    #expect(result.planes == Self.planes)
    #expect(result.stream.failure == nil)
  }

  @Test func `RF64 has its size in a chunk of its own`() async {
    let data = Self.samples.count * 2
    let sizes =
      Array("ds64".utf8) + Self.little(28, 4) + Self.little(data + 72, 8) + Self.little(data, 8)
      + Self.little(data / 4, 8) + Self.little(0, 4)
    let result = await read(
      Self.wave(
        Self.samples, dataSize: 0xFFFF_FFFF, riff: "RF64", before: sizes,
        behind: Array("LIST".utf8) + Self.little(4, 4) + [1, 2, 3, 4]))
    #expect(result.planes == Self.planes)
  }

  @Test func `chunks before and behind the samples are passed over`() async {
    // An odd chunk has a byte of padding.
    let list = Array("LIST".utf8) + Self.little(5, 4) + [1, 2, 3, 4, 5, 0]
    let result = await read(
      Self.wave(Self.samples, before: list, behind: list), pieces: 3)
    #expect(result.planes == Self.planes)
  }

  @Test(arguments: SampleEncoding.allCases)
  func `each encoding is full scale at its ends`(encoding: SampleEncoding) async {
    // The lowest value, a half, zero.
    let values: [Double] = [-1, 0.5, 0]
    let bytes = values.flatMap { Self.encoded($0, encoding) }
    let layout = PCMStream.Layout(
      encoding: encoding, format: AudioFormat(sampleRate: 48_000, channelCount: 1))
    let result = await read(bytes, pieces: 1, layout: layout)
    #expect(result.planes == [[-1, 0.5, 0]])
  }

  private static func encoded(_ value: Double, _ encoding: SampleEncoding) -> [UInt8] {
    let name = encoding.rawValue
    let width = encoding.bytesPerSample
    let bits =
      switch name.first {
      case "u": Int(value * 128) + 128
      case "s": Int(value * Double(1 << (8 * width - 1)))
      default:
        width == 4
          ? Int(Float(value).bitPattern) : Int(truncatingIfNeeded: value.bitPattern)
      }
    let bytes = little(bits, width)
    return name.hasSuffix("be") ? bytes.reversed() : bytes
  }

  @Test func `half a frame at the end is left out, and what is not finite is zero`() async {
    let layout = PCMStream.Layout(
      encoding: .f32le, format: AudioFormat(sampleRate: 8000, channelCount: 1))
    let bytes = [Float(0.25), .nan, .infinity, 0.75].flatMap { Self.little(Int($0.bitPattern), 4) }
    let result = await read(bytes + [1, 2, 3], layout: layout)
    #expect(result.planes == [[0.25, 0, 0, 0.75]])
    #expect(result.stream.nonFiniteSampleCount == 2)
    #expect(result.stream.failure == nil)
  }

  @Test func `what is no WAVE says so`() async {
    #expect(await read([]).stream.failure == .empty)
    let text = await read(Array("this is a text, not music at all".utf8))
    guard case .notAudio? = text.stream.failure else {
      Issue.record("\(String(describing: text.stream.failure))")
      return
    }
    for cut in [5, 13, 30, 43] {
      let result = await read(Array(Self.wave(Self.samples).prefix(cut)))
      guard case .malformed? = result.stream.failure else {
        Issue.record("cut at \(cut): \(String(describing: result.stream.failure))")
        continue
      }
      #expect(result.planes.isEmpty)
    }
  }

  @Test func `no header makes it trap or hang`() async {
    var generator = SeededGenerator(seed: 4)
    let good = Self.wave(Array(Self.samples.prefix(40)))
    for _ in 0..<300 {
      var bytes = good
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<60, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      let result = await read(bytes, pieces: 17)
      #expect(result.planes.allSatisfy { $0.allSatisfy(\.isFinite) })
    }
  }

  @Test func `stopping breaks off the wait for input`() async {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let stream = PCMStream(
      descriptor: ends[0], layout: .init(encoding: .s16le, format: Self.format))
    let reader = Task {
      var count = 0
      for await block in stream {
        count += block.frameCount
        stream.stop()
      }
      return count
    }
    #expect(write(ends[1], [UInt8](repeating: 1, count: 12), 12) == 12)
    #expect(await reader.value == 3)
    #expect(stream.failure == nil)
    for end in ends { close(end) }
  }
}

/// A thread, for what blocks.
private final class Thread: @unchecked Sendable {
  private var thread = pthread_t()
  private let body: @Sendable () -> Void

  private init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  static func start(_ body: @escaping @Sendable () -> Void) -> Thread {
    let new = Thread(body)
    pthread_create(
      &new.thread, nil,
      { context in
        Unmanaged<Thread>.fromOpaque(context!).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(new).toOpaque())
    return new
  }

  func join() {
    pthread_join(thread, nil)
  }
}

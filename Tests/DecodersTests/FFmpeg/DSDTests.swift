import Glibc
import TestSupport
import Testing

@testable import Decoders

@Suite struct DSDTests {
  private let folder = TemporaryDirectory()

  @Test(
    "DSD becomes PCM of twice the usual rate, sounds in place and as loud as they were",
    arguments: [(2_822_400, 88_200), (5_644_800, 88_200), (3_072_000, 96_000)])
  func rates(dsdRate: Int, rate: Int) throws {
    let count = dsdRate / 2
    // Silence up to 0.2 s, then a tone at half of full scale; the second channel is silent.
    let tone = (0..<count).map { index -> Double in
      let time = Double(index) / Double(dsdRate)
      return time < 0.2 ? 0 : 0.5 * sin(2 * .pi * 1000 * (time - 0.2))
    }
    let channels = [bits(tone), bits([Double](repeating: 0, count: count))]
    for isDSF in [true, false] {
      let path = folder.write(
        isDSF ? dsf(channels, rate: dsdRate) : dsdiff(channels, rate: dsdRate), to: "a.x")
      let file = try DecodedFile(path)
      #expect(file.format == AudioFormat(sampleRate: rate, channelCount: 2))
      #expect(abs(file.frameCount - rate / 2) <= rate / 1000)
      #expect(file.report.claimedFrameCount == rate / 2 && !file.report.isTruncated)
      #expect(file.report.codec == "DSD")
      let level = 0.5 / 2.0.squareRoot()
      #expect(abs(rms(file.planes[0], 0.25..<0.45, rate) - level) < 0.01)
      #expect(rms(file.planes[0], 0.05..<0.199, rate) < 0.02)
      #expect(rms(file.planes[1], 0.05..<0.45, rate) < 0.02)
      // The tone's first quarter wave is over after 0.25 ms.
      let onset = try #require(file.planes[0].firstIndex { $0 > 0.25 })
      #expect(abs(Double(onset) / Double(rate) - 0.2) < 0.001)
    }
  }

  @Test("a DSF that was cut is decoded as far as it goes, and says so")
  func truncation() throws {
    let silence = bits([Double](repeating: 0, count: 1_411_200))
    let whole = dsf([silence], rate: 2_822_400)
    let file = try DecodedFile(folder.write(Array(whole[..<(whole.count / 2)]), to: "a.dsf"))
    #expect(file.report.isTruncated)
    #expect((10_000..<30_000).contains(file.frameCount))
  }

  // MARK: - Writing

  /// One bit a sample, by a modulator of second order: the running sum of what the bits leave.
  private func bits(_ signal: [Double]) -> [Bool] {
    var (first, second, last) = (0.0, 0.0, 1.0)
    return signal.map { sample in
      first += sample - last
      second += first - last
      last = second >= 0 ? 1 : -1
      return last > 0
    }
  }

  /// Sony's DSF: planes in blocks of 4096 bytes, the first sample in the lowest bit.
  private func dsf(_ channels: [[Bool]], rate: Int) -> [UInt8] {
    let count = channels[0].count
    let blockCount = (count / 8 + 4095) / 4096
    var data: [UInt8] = []
    let planes = channels.map { packed($0, isLowestFirst: true, length: blockCount * 4096) }
    for block in 0..<blockCount {
      for plane in planes { data += plane[(block * 4096)..<(block * 4096 + 4096)] }
    }
    let format =
      Array("fmt ".utf8) + littleEndian(52, 8) + littleEndian(1, 4) + littleEndian(0, 4)
      + littleEndian(channels.count, 4) + littleEndian(channels.count, 4) + littleEndian(rate, 4)
      + littleEndian(1, 4) + littleEndian(count, 8) + littleEndian(4096, 4) + littleEndian(0, 4)
    let total = 28 + format.count + 12 + data.count
    return Array("DSD ".utf8) + littleEndian(28, 8) + littleEndian(total, 8) + littleEndian(0, 8)
      + format + Array("data".utf8) + littleEndian(12 + data.count, 8) + data
  }

  /// Philips' DSDIFF: bytes of the channels in turn, the first sample in the highest bit.
  private func dsdiff(_ channels: [[Bool]], rate: Int) -> [UInt8] {
    func big(_ value: Int, _ width: Int) -> [UInt8] { littleEndian(value, width).reversed() }
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + big(body.count, 8) + body + (body.count % 2 == 1 ? [0] : [])
    }
    let planes = channels.map {
      packed($0, isLowestFirst: false, length: channels[0].count / 8)
    }
    let data = planes[0].indices.flatMap { index in planes.map { $0[index] } }
    let names = channels.count == 2 ? "SLFTSRGT" : "SLFT"
    let properties =
      Array("SND ".utf8) + chunk("FS  ", big(rate, 4))
      + chunk("CHNL", big(channels.count, 2) + Array(names.utf8))
      + chunk("CMPR", Array("DSD ".utf8) + [14] + Array("not compressed".utf8) + [0])
    let body =
      Array("DSD ".utf8) + chunk("FVER", [1, 5, 0, 0]) + chunk("PROP", properties)
      + chunk("DSD ", data)
    return Array("FRM8".utf8) + big(body.count, 8) + body
  }

  private func packed(_ bits: [Bool], isLowestFirst: Bool, length: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0x69, count: length)
    for index in 0..<(bits.count / 8) {
      bytes[index] = (0..<8).reduce(UInt8(0)) { byte, bit in
        bits[8 * index + bit] ? byte | 1 << UInt8(isLowestFirst ? bit : 7 - bit) : byte
      }
    }
    return bytes
  }

  private func rms(_ signal: [Float], _ seconds: Range<Double>, _ rate: Int) -> Double {
    let start = Int(seconds.lowerBound * Double(rate))
    let part = signal[start..<Int(seconds.upperBound * Double(rate))]
    return (part.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(part.count)).squareRoot()
  }
}

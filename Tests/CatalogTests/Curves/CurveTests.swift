import Analysis
import TestSupport
import Testing

@testable import Catalog

@Suite("Compact curves")
struct CurveTests {
  @Test(
    "integers of every size come back, in as few bytes as they need",
    arguments: [
      (0, 1), (-1, 1), (63, 1), (-64, 1), (64, 2), (8191, 2), (8192, 3), (Int64.max, 10),
      (Int64.min, 10),
    ] as [(Int64, Int)])
  func integers(value: Int64, size: Int) throws {
    var writer = VariableLengthWriter()
    writer.append(signed: value)
    #expect(writer.bytes.count == size)
    var reader = VariableLengthReader(writer.bytes)
    #expect(try reader.nextSigned() == value)
    #expect(reader.isAtEnd)
  }

  @Test("moments on one timescale are exact", arguments: [8_000, 44_100, 48_000, 705_600_000])
  func moments(timescale: Int32) throws {
    var random = SeededGenerator(seed: 1)
    let moments = (0..<1000).map { index in
      CMTime(
        value: Int64(index) * Int64(timescale) / 2 + Int64(random.next() % 1000),
        timescale: timescale)
    }
    let decoded = try MomentCurve.decode(MomentCurve.encode(moments))
    #expect(decoded.map(\.value) == moments.map(\.value))
    #expect(decoded.allSatisfy { $0.timescale == timescale && $0.flags == .valid })
  }

  @Test("moments on several timescales keep to a nanosecond")
  func mixedMoments() throws {
    let moments = [
      CMTime(value: 1, timescale: 3), CMTime(value: 44_101, timescale: 44_100),
      CMTime(value: 96_001, timescale: 48_000), CMTime(value: 22, timescale: 7),
    ]
    let decoded = try MomentCurve.decode(MomentCurve.encode(moments))
    #expect(decoded.count == moments.count)
    for (found, wanted) in zip(decoded, moments) {
      #expect(abs(found.seconds - wanted.seconds) < 1e-9)
    }
  }

  @Test("nothing is a curve too")
  func empty() throws {
    #expect(try MomentCurve.decode(MomentCurve.encode([])).isEmpty)
    #expect(try LevelCurve.decode(LevelCurve.encode([])).isEmpty)
    #expect(try ActivityCurve.decode(ActivityCurve.encode([])).isEmpty)
    #expect(try HistogramCurve.decode(HistogramCurve.encode(.init())).isEmpty)
  }

  @Test("levels come back within 0.005 LU, silence as silence, times exactly")
  func levels() throws {
    var random = SeededGenerator(seed: 2)
    let levels = (0..<2400).map { index in
      LevelCurve.Level(
        time: CMTime(value: Int64(index + 1) * 4800, timescale: 48_000),
        value: index % 50 == 0 ? -.infinity : random.nextSample() * 35 - 35)
    }
    let bytes = LevelCurve.encode(levels)
    let decoded = try LevelCurve.decode(bytes)
    #expect(decoded.map(\.time) == levels.map(\.time))
    for (found, wanted) in zip(decoded, levels) {
      if wanted.value.isFinite {
        // Half a step, and what Float has left of it at −70.
        #expect(abs(found.value - wanted.value) <= 0.005 + 4e-6)
      } else {
        #expect(found.value == -.infinity)
      }
    }
  }

  @Test("hundredths of activity come back exactly, others within 0.005")
  func activity() throws {
    var random = SeededGenerator(seed: 4)
    var level: Float = 50
    let values = (0..<5000).map { index in
      // Still, gliding, jumping.
      if index % 900 > 300 { level += Float(index / 37 % 5 - 2) }
      if index % 900 > 700 { level = random.nextSample() * 60 + 50 }
      level = max(0, min(100, level)).rounded()
      return ActivityCurve.Activity(
        time: CMTime(value: Int64(index), timescale: 20), value: level / 100)
    }
    #expect(try ActivityCurve.decode(ActivityCurve.encode(values)) == values)
    for value: Float in [-1, 0, 0.004, 0.333, 0.999, 1, 7, .nan, .infinity] {
      let curve = ActivityCurve.encode([.init(time: .zero, value: value)])
      let found = try #require(try ActivityCurve.decode(curve).first?.value)
      #expect(abs(found - (value > 0 ? min(value, 1) : 0)) < 0.0051)
    }
  }

  @Test("activity takes about a bit a value when it is still, at most two bytes when it is not")
  func activitySize() {
    func size(_ value: (Int) -> Float) -> Int {
      ActivityCurve.encode(
        (0..<4800).map {
          .init(time: CMTime(value: Int64($0), timescale: 20), value: value($0))
        }
      ).count
    }
    #expect(size { _ in 0.8 } < 4800 / 8 + 16)
    #expect(size { Float($0 % 200) / 200 } < 4800)
    #expect(size { Float($0 % 2) } < 2 * 4800 + 16)
  }

  @Test("histograms keep counts exactly, and energies within 0.0005 LU")
  func histogram() throws {
    var random = SeededGenerator(seed: 9)
    var histogram = LoudnessHistogram()
    for step in [0, 1, 40, 412, 413, 700, 999] {
      histogram.counts[step] = Int(random.next() % 5000) + 1
      let place = Double(random.nextSample()) / 2 + 0.5
      histogram.setMeanLUFS(-70 + (Double(step) + place) / 10, ofStep: step)
    }
    let decoded = try HistogramCurve.decode(HistogramCurve.encode(histogram))
    #expect(decoded.counts == histogram.counts)
    for step in histogram.counts.keys {
      let (found, wanted) = (decoded.meanLUFS(ofStep: step), histogram.meanLUFS(ofStep: step))
      #expect(abs(try #require(found) - (try #require(wanted))) <= 0.0005 + 1e-5)
    }
    // Without energies, and as the first release wrote it, there are none afterwards.
    let counts = LoudnessHistogram(counts: histogram.counts)
    #expect(try HistogramCurve.decode(HistogramCurve.encode(counts)) == counts)
  }

  @Test("evenly spaced smooth levels take about a byte each")
  func size() {
    let levels = (0..<2400).map { index in
      LevelCurve.Level(
        time: CMTime(value: Int64(index + 1) * 4800, timescale: 48_000),
        value: -14 + Float(index % 10) / 20)
    }
    #expect(LevelCurve.encode(levels).count < 2400 + 32)
  }

  @Test("unevenly spaced levels keep their times")
  func uneven() throws {
    let levels = [1, 2, 4, 8].map {
      LevelCurve.Level(time: CMTime(value: $0, timescale: 10), value: -10)
    }
    #expect(try LevelCurve.decode(LevelCurve.encode(levels)) == levels)
  }

  @Test("bytes cut short or made up are refused")
  func nonsense() {
    let good = LevelCurve.encode(
      (0..<100).map { .init(time: CMTime(value: $0, timescale: 10), value: Float($0)) })
    for length in 0..<good.count {
      #expect(throws: CatalogError.self) { try LevelCurve.decode(Array(good.prefix(length))) }
    }
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let bytes = (0..<Int(random.next() % 40)).map { _ in UInt8(truncatingIfNeeded: random.next())
      }
      // Whatever they say, it is an answer or an error, at once.
      _ = try? LevelCurve.decode(bytes)
      _ = try? MomentCurve.decode(bytes)
      _ = try? ActivityCurve.decode(bytes)
      _ = try? HistogramCurve.decode(bytes)
    }
  }
}

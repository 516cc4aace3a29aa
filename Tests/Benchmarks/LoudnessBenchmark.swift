import Analysis
import Decoders
import Glibc
import LoudnessReference
import TestSupport

/// Loudness beside libebur128 on the same samples in memory, decoding left out.
///
/// mucat always measures everything in one pass: the ratio without true peak compares all of that
/// with the library's integrated loudness and range alone.
func benchmarkLoudness(_ music: BenchmarkMusic) async throws {
  var table = Table([
    "ms CPU per minute of audio", "mucat", "libebur128", "without peak", "ratio", "without peak",
  ])
  for file in music.groups.flatMap(\.files) {
    let recording = try Recording(file)
    guard let format = recording.format, recording.minutes > 0 else { continue }
    let samples = recording.interleaved()
    let times = try await race(
      [
        Contender(name: "mucat") { _ = try await recording.analyze(for: [.loudness]) },
        Contender(name: "peak") {
          _ = ReferenceMeter(samples, format: format, extent: .loudnessAndPeak)
        },
        Contender(name: "loudness") {
          _ = ReferenceMeter(samples, format: format, extent: .loudness)
        },
      ], rounds: 3)
    let perMinute = { (name: String) in (times[name] ?? 0) / recording.minutes * 1000 }
    table.add([
      recording.name, fixed(perMinute("mucat"), 1), fixed(perMinute("peak"), 1),
      fixed(perMinute("loudness"), 1), fixed(perMinute("mucat") / perMinute("peak"), 3),
      fixed(perMinute("mucat") / perMinute("loudness"), 3),
    ])
  }
  print("\nLoudness beside libebur128, decoding left out\n\(table.text)")
}

/// How far mucat's figures and libebur128's lie apart on real music.
///
/// Both read the same samples. The range is given twice: as each program takes it, and as
/// libebur128's own windows give it when all that Tech 3342 asks for are taken.
func compareLoudness(_ music: BenchmarkMusic) async throws {
  var table = Table([
    "mucat − libebur128", "Hz", "channels", "ΔI LU", "Δmax M LU", "Δmax S LU", "ΔLRA LU",
    "ΔLRA, same windows", "ΔTP dB",
  ])
  var largest = [Double](repeating: 0, count: 6)
  var count = 0
  for file in music.groups.flatMap(\.files) {
    let recording = try Recording(file)
    guard let format = recording.format,
      let ours = try await recording.analyze(for: [.loudness]).loudness,
      ours.integrated.value.isFinite
    else { continue }
    let theirs = ReferenceMeter(recording.interleaved(), format: format)
    let range = Double(ours.details.loudnessRange ?? 0)
    let differences = [
      Double(ours.integrated.value) - theirs.integrated,
      Double(ours.details.maxMomentary ?? 0) - (theirs.maxMomentary ?? 0),
      Double(ours.details.maxShortTerm ?? 0) - (theirs.shortTerm.max() ?? 0),
      range - theirs.range, range - LoudnessOracle.range(shortTerm: theirs.shortTerm),
      Double(ours.peak.value) - 20 * log10(theirs.truePeak),
    ]
    for (index, difference) in differences.enumerated() {
      largest[index] = max(largest[index], abs(difference))
    }
    count += 1
    table.add(
      [recording.name, "\(format.sampleRate)", "\(format.channelCount)"]
        + differences.map { fixed($0, 3) })
  }
  table.add(["largest of \(count)", "", ""] + largest.map { fixed($0, 3) })
  print("\nLoudness beside libebur128 on the same samples\n\(table.text)")
}

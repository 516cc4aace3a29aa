import Analysis
import Decoders
import Glibc
import TestSupport

/// Loudness beside libebur128 on the same samples in memory: time, and how far they agree.
///
/// Loudness range differs by design: Tech 3342 asks for windows every 100 ms, libebur128 takes one
/// a second.
func benchmarkLoudness(_ music: BenchmarkMusic) async throws {
  guard let library = EBUR128Library() else {
    print("\nlibebur128 is not installed: no comparison")
    return
  }
  var table = Table([
    "ms CPU per minute of audio", "mucat", "libebur128", "ratio", "ΔI LU", "ΔLRA LU", "ΔTP dB",
  ])
  for file in music.groups.flatMap(\.files) {
    let recording = try Recording(file)
    guard let format = recording.format, recording.minutes > 0 else { continue }
    let samples = recording.interleaved()
    let measure = {
      library.measure(
        samples, channelCount: format.channelCount, sampleRate: format.sampleRate,
        mode: .withTruePeak)
    }
    guard let result = try await recording.analyze(for: [.loudness]).loudness,
      let reference = measure()
    else { continue }
    let times = try await race(
      [
        Contender(name: "mucat") { _ = try await recording.analyze(for: [.loudness]) },
        Contender(name: "libebur128") { _ = measure() },
      ], rounds: 3)
    let (ours, theirs) = (times["mucat"] ?? 0, times["libebur128"] ?? 0)
    let peak = reference.truePeak.map { 20 * log10($0) } ?? 0
    let difference = Double(result.integrated.value) - reference.integrated
    // libebur128 keeps the numerator of the high pass at all rates (see `KWeighting`).
    precondition(abs(difference) < (format.sampleRate > 48_000 ? 0.04 : 0.01), "loudness differs")
    table.add([
      recording.name, fixed(ours / recording.minutes * 1000, 1),
      fixed(theirs / recording.minutes * 1000, 1), fixed(ours / theirs, 3),
      fixed(difference, 3),
      fixed(Double(result.details.loudnessRange ?? 0) - reference.range, 2),
      fixed(Double(result.peak.value) - peak, 3),
    ])
  }
  print("\nLoudness with true peak, decoding left out\n\(table.text)")
}

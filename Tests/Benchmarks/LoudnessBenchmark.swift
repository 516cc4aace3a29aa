import Analysis
import Decoders
import Glibc

/// Loudness beside libebur128: time and agreement.
func benchmarkLoudness(_ recordings: [Recording]) async throws {
  guard let library = EBUR128Library() else {
    print("libebur128 is not installed: no comparison")
    return
  }
  var table = Table(["file", "mucat ms/min", "libebur128", "ratio", "ΔI LU", "ΔLRA LU", "ΔTP dB"])
  for recording in recordings {
    guard let format = recording.format else { continue }
    let samples = recording.interleaved()
    let result = try await recording.analyze(for: [.loudness]).loudness
    let reference = library.measure(
      samples, channelCount: format.channelCount, sampleRate: format.sampleRate,
      mode: .withTruePeak)
    guard let result, let reference else { continue }
    let times = try await race(
      [
        Contender(name: "ours") { _ = try await recording.analyze(for: [.loudness]) },
        Contender(name: "theirs") {
          _ = library.measure(
            samples, channelCount: format.channelCount, sampleRate: format.sampleRate,
            mode: .withTruePeak)
        },
      ], rounds: 3)
    let (ours, theirs) = (times["ours"] ?? 0, times["theirs"] ?? 0)
    let peak = reference.truePeak.map { 20 * log10($0) } ?? 0
    table.add([
      recording.name, fixed(ours / recording.minutes * 1000, 1),
      fixed(theirs / recording.minutes * 1000, 1), fixed(ours / theirs, 3),
      fixed(Double(result.integrated.value) - reference.integrated, 3),
      fixed(Double(result.details.loudnessRange ?? 0) - reference.range, 2),
      fixed(Double(result.peak.value) - peak, 3),
    ])
  }
  print(table.text)
}

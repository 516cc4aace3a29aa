import Analysis
import Decoders
import TestSupport

/// What each kind of analysis costs, alone and all together, beside decoding alone: CPU seconds for four
/// minutes of music made here, and the most memory. Each is done in a process of its own, so that all
/// start alike.
func benchmarkTypes() async throws {
  let folder = TemporaryDirectory()
  let song = DemoSong(
    title: "Benchmark", beatsPerMinute: 126, tonic: 9, isMinor: true, barCount: 64)
  let file = folder.appending("song.mp3")
  AudioFileWriter.write(song.render(), sampleRate: 44_100, to: file, as: .mp3)
  let minutes = Double(song.barCount * song.beatsPerBar) / song.beatsPerMinute

  let sets =
    [("decoding alone", [])] + AnalysisType.allCases.map { ($0.rawValue, Set([$0])) }
    + [("all six", Set(AnalysisType.allCases))]
  var peaks: [String: Double] = [:]
  for (name, types) in sets { peaks[name] = SeparateSessions.peakMegabytes(file, types: types) }
  let times = try await race(
    sets.map { name, types in
      Contender(name: name) { _ = SeparateSessions.peakMegabytes(file, types: types) }
    }, rounds: 3, clock: CPUClock.childSeconds)

  let decoding = times["decoding alone"] ?? 0
  var table = Table(["MP3 at 44.1 kHz, with decoding", "CPU s for 4 min", "÷ decoding", "peak MB"])
  for (name, _) in sets {
    let seconds = times[name] ?? 0
    table.add([
      name, fixed(seconds / minutes * 4, 2), fixed(seconds / decoding, 1),
      fixed(peaks[name] ?? 0, 0),
    ])
  }
  print("\nEach kind of analysis\n\(table.text)")
}

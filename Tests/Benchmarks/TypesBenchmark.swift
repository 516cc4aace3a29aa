import Analysis
import Decoders
import TestSupport

/// What each kind of analysis costs, alone and all together, beside decoding: CPU seconds for four
/// minutes of music made here, and the most memory of a process that does it once.
///
/// - Parameter folder: Music to measure on instead.
func benchmarkTypes(folder: FilePath?) async throws {
  let music = try BenchmarkMusic(folder: folder)
  guard let group = music.groups.first(where: { $0.codec.contains("MP3") }) ?? music.groups.first
  else { return print("\nno music") }
  let sets =
    AnalysisType.allCases.map { ($0.rawValue, Set([$0])) }
    + [("all six", Set(AnalysisType.allCases))]
  let decoding = Contender(name: "decoding alone") { try decodeAll(group) }
  let analyses = sets.map { name, types in
    Contender(name: name) { try await analyzeAll(group, for: types) }
  }
  let times = try await race([decoding] + analyses, rounds: 5)
  let alone = times[decoding.name] ?? 0
  var table = Table(["analysis", "CPU s for 4 min", "÷ decoding", "peak MB", "MB over decoding"])
  let file = group.files[0]
  let least = SeparateSessions.peakMegabytes(file, types: [])
  for contender in [decoding] + analyses {
    let seconds = times[contender.name] ?? 0
    let types = sets.first { $0.0 == contender.name }?.1 ?? []
    let peak = types.isEmpty ? least : SeparateSessions.peakMegabytes(file, types: types)
    table.add([
      contender.name, fixed(seconds / group.minutes * 4, 2), fixed(seconds / alone, 2),
      fixed(peak, 1), fixed(peak - least, 1),
    ])
  }
  print(
    "\nEach analysis with decoding (\(group.codec), \(fixed(group.minutes, 1)) min)\n\(table.text)")
}

private func analyzeAll(_ group: BenchmarkMusic.Group, for types: Set<AnalysisType>) async throws {
  for file in group.files {
    _ = try await MusicUnderstandingSession(asset: AudioAsset(path: file)).analyze(for: types)
  }
}

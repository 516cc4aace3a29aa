import Analysis
import Decoders
import TestSupport

/// Decoding alone, and whole sessions that decode and analyse: what a user waits for.
func benchmarkAnalysis(_ music: BenchmarkMusic) async throws {
  let sets: [(name: String, types: Set<AnalysisType>)] = [
    ("loudness", [.loudness]), ("key", [.key]), ("rhythm", [.rhythm]),
    ("all three", [.loudness, .key, .rhythm]),
  ]
  var table = Table(
    ["ms CPU per minute of audio", "decode"] + sets.map { "+ " + $0.name }
      + ["all three / decode", "s per 4 min"])
  for group in music.groups {
    let expected = try await results(group)
    for result in expected { check(result, against: music) }
    let decoding = Contender(name: "decode") { try decodeAll(group) }
    let sessions = sets.map { set in
      Contender(name: set.name) { _ = try await results(group, for: set.types) }
    }
    let times = try await race([decoding] + sessions, rounds: 5)
    let again = try await results(group)
    precondition(again == expected, "two runs differ")

    let perMinute = { (name: String) in (times[name] ?? 0) / group.minutes }
    let decode = perMinute("decode")
    let columns = sets.map { set in
      let whole = perMinute(set.name)
      return "\(fixed((whole - decode) * 1000, 0)) (\(fixed((whole - decode) / decode, 2))×)"
    }
    let whole = perMinute("all three")
    table.add(
      ["\(group.codec), \(fixed(group.minutes, 1)) min", fixed(decode * 1000, 0)] + columns
        + [fixed(whole / decode, 2), fixed(whole * 4, 2)])
  }
  print("\nDecoding, and what each analysis adds (and that in parts of decoding)\n\(table.text)")
}

/// Decodes every file to its end.
func decodeAll(_ group: BenchmarkMusic.Group) throws {
  for file in group.files {
    let reader = try AudioAsset(path: file).open()
    var block = PCMBuffer(format: reader.format)
    while try reader.read(into: &block) {}
    precondition(reader.report.frameCount > 0, "nothing decoded")
  }
}

private func results(
  _ group: BenchmarkMusic.Group, for types: Set<AnalysisType> = AnalysisType.available
) async throws -> [MusicUnderstandingSession.SessionResult] {
  var results: [MusicUnderstandingSession.SessionResult] = []
  for file in group.files {
    let session = try await MusicUnderstandingSession(asset: AudioAsset(path: file))
    results.append(try await session.analyze(for: types))
  }
  return results
}

/// Of music made here the answer is known: a benchmark of wrong answers is worth nothing.
private func check(
  _ result: MusicUnderstandingSession.SessionResult, against music: BenchmarkMusic
) {
  precondition(result.loudness?.integrated.value.isFinite == true, "no loudness")
  guard let song = music.madeOf else { return }
  let tempo = Double(result.rhythm?.beatsPerMinute ?? 0)
  precondition(abs(tempo / song.beatsPerMinute - 1) < 0.01, "wrong tempo: \(tempo)")
  precondition(
    result.key?.details.global == .init(tonic: .a, mode: .minor), "wrong key")
}

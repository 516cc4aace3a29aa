import Analysis
import Decoders
import TestSupport

/// The most memory of many sessions at once, and of one over a file of hours: all six analyses.
func benchmarkSessionMemory(hours: Int) {
  let folder = TemporaryDirectory()
  let song = DemoSong(
    title: "Benchmark", beatsPerMinute: 126, tonic: 9, isMinor: true, barCount: 64)
  let everything = Set(AnalysisType.allCases)

  let short = folder.appending("short.flac")
  AudioFileWriter.write(
    song.render().map { Array($0.prefix(20 * 44_100)) }, sampleRate: 44_100, to: short, as: .flac)
  var many = Table(["sessions at once, files of 20 s", "peak MB"])
  for count in [1, 20, 200] {
    let peak = SeparateSessions.peakMegabytes(short, types: everything, count: count)
    many.add(["\(count)", fixed(peak, 0)])
  }
  print("\nMany sessions\n\(many.text)")

  let rate = 8000
  let plane = song.render(sampleRate: rate)[0]
  var long = Table(["one session, hours of audio", "peak MB"])
  for hours in Set([1, hours]).sorted() {
    let file = folder.appending("\(hours).flac")
    AudioFileWriter.write(
      [plane], sampleRate: rate, to: file, as: .flac,
      repetitions: (hours * 3600 * rate + plane.count - 1) / plane.count)
    let peak = SeparateSessions.peakMegabytes(file, types: everything)
    long.add(["\(hours)", fixed(peak, 0)])
  }
  print("\nA long file\n\(long.text)")
}

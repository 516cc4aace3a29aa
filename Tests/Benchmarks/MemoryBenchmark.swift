import Decoders
import Glibc
import TestSupport

/// The most memory that decoding a file of six hours needs, for every codec.
func benchmarkMemory() throws {
  let folder = TemporaryDirectory()
  var table = Table(["a file of 6 hours", "MB on disk", "s CPU", "peak MB"])
  let minute = Signals.mix([
    Signals.sine(440, amplitude: 0.3, seconds: 60, sampleRate: 8000),
    Signals.noise(amplitude: 0.05, seconds: 60, sampleRate: 8000),
  ])
  for kind in [AudioFileWriter.Kind.wav16, .flac, .mp3, .vorbis, .opus] {
    let path = folder.appending("long.\(kind.fileExtension)")
    AudioFileWriter.write(
      [minute], sampleRate: 8000, to: path, as: kind, quality: 0.2, repetitions: 360)
    Machine.forgetPeak()
    let start = CPUClock.seconds()
    let reader = try AudioAsset(path: path).open()
    var block = PCMBuffer(format: reader.format)
    while try reader.read(into: &block) {}
    let seconds = CPUClock.seconds() - start
    let length = reader.report.frameCount / reader.format.sampleRate
    precondition(abs(length - 6 * 3600) <= 1, "\(length) s of \(kind)")
    var status = stat()
    _ = path.withCString { stat($0, &status) }
    table.add([
      reader.report.codec, fixed(Double(status.st_size) / 1e6, 1), fixed(seconds, 1),
      "\(Machine.peakSinceForgotten)",
    ])
    _ = path.withCString { unlink($0) }
  }
  print("\nMemory\n\(table.text)")
}

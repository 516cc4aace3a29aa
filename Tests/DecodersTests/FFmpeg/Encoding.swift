import Glibc
import TestSupport
import Testing

@testable import Decoders

/// Makes files of the formats that ffmpeg decodes, with ffmpeg itself.
struct Encoding {
  let folder = TemporaryDirectory()

  /// One second of three short clicks, and where their peaks are.
  static let clickTimes = [0.1, 0.45, 0.97]

  static func clicks(sampleRate: Int) -> [Float] {
    var signal = Signals.silence(seconds: 1, sampleRate: sampleRate)
    for frame in signal.indices {
      let time = Double(frame) / Double(sampleRate)
      for click in clickTimes where abs(time - click) < 0.005 {
        let distance = (time - click) * 1400
        signal[frame] += Float(
          0.5 * cos(6 * .pi * 1000 * (time - click)) * exp(-distance * distance))
      }
    }
    return signal
  }

  /// Encodes planes.
  ///
  /// - Parameters:
  ///   - name: Of the new file; its ending chooses the container.
  ///   - options: ffmpeg's options for the output.
  func encode(
    _ planes: [[Float]], sampleRate: Int, to name: String, _ options: [String],
    as kind: AudioFileWriter.Kind = .wavFloat
  ) throws -> FilePath {
    let source = folder.appending("source.wav")
    AudioFileWriter.write(planes, sampleRate: sampleRate, to: source, as: kind)
    return try convert(source, to: name, options)
  }

  /// Runs ffmpeg on a file.
  func convert(_ source: FilePath, to name: String, _ options: [String]) throws -> FilePath {
    let target = folder.appending(name)
    let program = try #require(FFmpegProgram.installed, "ffmpeg is in packages.txt")
    let input = try InputFile(path: source)
    var words: [UInt8] = []
    let process = try ChildProcess(
      program: program.path,
      arguments: ["-v", "error", "-nostdin", "-y", "-i", "/proc/self/fd/3"] + options
        + [target.displayText],
      input: input.descriptor, patience: .seconds(300), hear: { words += $0 })
    let end = try process.waitForEnd()
    #expect(end == .exited(status: 0), "\(String(decoding: words, as: UTF8.self))")
    return target
  }

  /// The frame of the loudest sample within 20 ms of each click.
  static func peaks(_ signal: [Float], sampleRate: Int) -> [Int] {
    clickTimes.map { time in
      let center = Int(time * Double(sampleRate))
      let reach = sampleRate / 50
      let range = max(center - reach, 0)..<min(center + reach, signal.count)
      return range.max { abs(signal[$0]) < abs(signal[$1]) } ?? -1
    }
  }

  /// Whether every click is where it was put, within a millisecond, and loud.
  static func areInPlace(_ signal: [Float], sampleRate: Int) -> Bool {
    zip(peaks(signal, sampleRate: sampleRate), clickTimes).allSatisfy { peak, time in
      peak >= 0 && abs(signal[peak]) > 0.2
        && abs(Double(peak) / Double(sampleRate) - time) < 0.001
    }
  }
}

/// An executable shell script, as a stand-in for ffmpeg.
func script(_ text: String, in folder: TemporaryDirectory) -> FFmpegProgram {
  let path = folder.write(Array("#!/bin/sh\n\(text)\n".utf8), to: "ffmpeg-stand-in")
  _ = path.withCString { chmod($0, 0o755) }
  return FFmpegProgram(path: path)
}

/// Decodes with a given program to the end.
func decode(
  _ path: FilePath, with program: FFmpegProgram?, patience: Duration = .seconds(300)
) throws(DecodingError) -> (frameCount: Int, report: DecodeReport) {
  let file = try InputFile(path: path)
  let probe = try FormatProbe(file: file)
  let reader = AudioReader(
    decoder: try FFmpegDecoder(
      file: file, content: probe.content, format: probe.format, program: program,
      patience: patience))
  var buffer = PCMBuffer(format: reader.format)
  while try reader.read(into: &buffer) {}
  return (reader.report.frameCount, reader.report)
}

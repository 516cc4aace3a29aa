import Decoders
import Glibc
import TestSupport

/// Decoding beside the tools that come with the codecs' libraries: the same files, the same run, in
/// turn.
///
/// The tools that can give floats are measured both ways, for mucat always makes floats; a tool's
/// time holds its start, a few milliseconds.
func benchmarkDecoding(_ music: BenchmarkMusic) throws {
  var table = Table(["ms CPU per minute of audio", "mucat", "tool", "ratio"])
  for group in music.groups {
    for rival in Rival.all where group.codec.contains(rival.codec) {
      guard let program = Program(rival.program) else {
        print("\(rival.program) is not installed: nothing beside \(group.codec)")
        continue
      }
      var (ours, theirs): ([Double], [Double]) = ([], [])
      for _ in 0..<rounds {
        let start = CPUClock.seconds()
        try decodeAll(group)
        ours.append(CPUClock.seconds() - start)
        theirs.append(
          group.files.reduce(0) { total, file in
            total + program.seconds(rival.arguments(file.displayText))
          })
      }
      let (mine, other) = (percentile(ours, 0.5), percentile(theirs, 0.5))
      table.add([
        "\(group.codec), \(fixed(group.minutes, 1)) min; \(rival.name)",
        fixed(mine / group.minutes * 1000, 1), fixed(other / group.minutes * 1000, 1),
        fixed(mine / other, 2),
      ])
    }
  }
  print("\nDecoding beside the libraries' own tools\n\(table.text)")
}

private let rounds = 7

/// A tool and what to tell it so that it decodes and writes nothing.
private struct Rival {
  var codec: String
  var program: String
  var options: [String]
  var trailing: [String] = []

  var name: String { ([program] + options).joined(separator: " ") }

  func arguments(_ file: String) -> [String] { options + [file] + trailing }

  static let all = [
    Rival(codec: "layer III", program: "mpg123", options: ["-q", "-t"]),
    Rival(codec: "layer III", program: "mpg123", options: ["-q", "-t", "-e", "f32"]),
    Rival(codec: "FLAC", program: "flac", options: ["-s", "-t"]),
    Rival(codec: "Vorbis", program: "oggdec", options: ["-Q", "-o", "/dev/null"]),
    Rival(
      codec: "Opus", program: "opusdec", options: ["--quiet", "--rate", "48000", "--float"],
      trailing: ["/dev/null"]),
    Rival(
      codec: "Opus", program: "opusdec", options: ["--quiet", "--rate", "48000"],
      trailing: ["/dev/null"]),
  ]
}

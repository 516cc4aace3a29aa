import Decoders
import TestSupport

/// The files of Tests/Fixtures, found beside this source file.
enum Fixture {
  static let names = [
    "chained.ogg", "chained.opus", "chained_other_rate.ogg", "clicks.flac", "clicks.oga",
    "clicks.ogg", "clicks.opus", "clicks_cbr.mp3", "clicks_mpeg2.mp3", "clicks_no_header.mp3",
    "clicks_vbr.mp3", "surround.flac", "surround.ogg", "surround.opus",
  ]

  static let folder = FilePath(#filePath).parent.parent.appending("Fixtures".utf8)

  static func path(_ name: String) -> FilePath {
    folder.appending(name.utf8)
  }

  static func bytes(_ name: String) -> [UInt8] {
    TemporaryDirectory.contents(of: path(name))
  }
}

/// A file decoded to its end.
struct DecodedFile {
  let format: AudioFormat
  /// One array per channel.
  let planes: [[Float]]
  let report: DecodeReport

  /// - Parameter frameCapacity: The length of the blocks that are asked for.
  init(
    _ path: FilePath, frameCapacity: Int = PCMBuffer.usualFrameCapacity
  ) throws(DecodingError) {
    let reader = try AudioAsset(path: path).open()
    var buffer = PCMBuffer(format: reader.format, frameCapacity: frameCapacity)
    var planes = [[Float]](repeating: [], count: reader.format.channelCount)
    while try reader.read(into: &buffer) {
      for channel in planes.indices {
        buffer.withChannel(channel) { planes[channel].append(contentsOf: $0) }
      }
    }
    self.planes = planes
    format = reader.format
    report = reader.report
  }

  var frameCount: Int { planes.first?.count ?? 0 }

  /// The root mean square of a channel.
  func level(_ channel: Int) -> Double {
    let sum = planes[channel].reduce(0.0) { $0 + Double($1) * Double($1) }
    return (sum / Double(max(frameCount, 1))).squareRoot()
  }
}

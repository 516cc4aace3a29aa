import Decoders
import FoundationEssentials

/// A film that a montage can use.
public struct VideoClip: Hashable, Sendable {
  public var path: FilePath
  /// Seconds.
  public var duration: Double

  public init(path: FilePath, duration: Double) {
    self.path = path
    self.duration = duration
  }

  /// Asks ffprobe about a file.
  ///
  /// - Returns: Nil when it holds no moving pictures, or its name is not UTF-8.
  /// - Throws: `needsFFmpeg`, or what running it throws.
  public init?(probing path: FilePath) throws(DecodingError) {
    guard let name = path.utf8Text else { return nil }
    let outcome = try FFmpegTool.ffprobe.run([
      "-v", "error", "-select_streams", "v:0", "-show_entries",
      "stream=duration,nb_frames:format=duration", "-of", "json", "file:" + name,
    ])
    guard outcome.isSuccess,
      let answer = try? JSONDecoder().decode(Answer.self, from: Data(outcome.output)),
      let stream = answer.streams.first
    else { return nil }
    let durations = [stream.duration, answer.format?.duration].compactMap { text in
      text.flatMap(Double.init)
    }
    // A picture is a film of one frame.
    guard let duration = durations.first(where: { $0 > 0 && $0.isFinite }), stream.frameCount != "1"
    else { return nil }
    self.init(path: path, duration: duration)
  }

  private struct Answer: Decodable {
    struct Part: Decodable {
      var duration: String?
      var frameCount: String?

      enum CodingKeys: String, CodingKey {
        case duration
        case frameCount = "nb_frames"
      }
    }
    var streams: [Part]
    var format: Part?
  }
}

import Decoders
import TestSupport

extension OddFile {
  /// What an examination lacks of the demand, nil when it is met.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - folder: The manifest's folder.
  func problem(_ examination: Examination, at path: FilePath, in folder: FilePath) -> String? {
    var isDamageTold = false
    switch examination.outcome {
    case .decoded(let told): isDamageTold = told
    case .refused(let code): return refusalProblem(code)
    case .stopped(let code): return demand == .calm ? nil : "stopped: \(code)"
    }
    switch demand {
    case .calm: return nil
    case .refusal: return "decoded"
    case .audio:
      // An MP3 without a header does not tell its padding: up to two of its frames.
      let slack = file.hasSuffix(".mp3") ? 2304 : 0
      let isClose = frames.map { abs(examination.frameCount - $0) <= slack } ?? true
      return isClose ? nil : "\(examination.frameCount) frames"
    case .someAudio:
      return examination.frameCount > 0 ? nil : "no audio"
    case .toldDamage: return isDamageTold ? nil : "no damage told"
    case .tags:
      let tags = AudioAsset(path: path).tags()
      return tags.title != nil && tags.artist != nil ? nil : "no title or no artist"
    case .exactAudio, .referenceAudio, .impulses:
      guard let audio = try? DecodedAudio(path) else { return "does not decode twice" }
      switch demand {
      case .exactAudio: return audio.md5Problem(flac: TemporaryDirectory.contents(of: path))
      case .impulses: return audio.impulseProblem
      default:
        return pcm.flatMap {
          audio.referenceProblem(TemporaryDirectory.contents(of: folder.appending($0.utf8)))
        }
      }
    }
  }

  private func refusalProblem(_ code: String) -> String? {
    switch demand {
    case .calm, .refusal: nil
    // A stream of a frame or two cannot be told from chance, and has no reference to speak of.
    case .referenceAudio: frames ?? ffmpeg.frames ?? 0 == 0 ? nil : "refused: \(code)"
    default: "refused: \(code)"
    }
  }
}

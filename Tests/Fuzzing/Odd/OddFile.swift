import FoundationEssentials

/// A line of a manifest of broken files: what the file is, what is right for it, and how many
/// frames there are by whose count.
struct OddFile: Decodable {
  /// What another program made of the file.
  struct Peer: Decodable {
    var rc: Int?
    var frames: Int?
    var errors: Int?
  }

  /// The path below the manifest's folder.
  let file: String
  let what: String
  let expect: String
  /// Frames that are right by construction.
  let frames: Int?
  /// The rate that they are counted at, in Hz.
  let rate: Int?
  /// A file of 16-bit samples that decoding should come close to.
  let pcm: String?
  let ffmpeg: Peer

  /// The folder of the file, for the table.
  var group: String { String(file.prefix { $0 != "/" }) }

  /// What has to be true of an examination.
  enum Demand {
    /// No trouble, whatever the answer.
    case calm
    /// Not opened.
    case refusal
    /// Decoded, to the manifest's frame count where it gives one.
    case audio
    /// Decoded, to not more than the manifest's frame count.
    case someAudio
    /// Decoded to the samples of the MD5 in STREAMINFO.
    case exactAudio
    /// Decoded close to the samples of ``pcm``; other layers than III may be refused.
    case referenceAudio
    /// Decoded, with the damage told.
    case toldDamage
    /// Decoded to one impulse a second.
    case impulses
    /// Decoded, with a title and an artist.
    case tags
  }

  /// The demand behind the sentence of ``expect``.
  var demand: Demand {
    switch expect {
    case "clean error": .refusal
    case "must decode exactly (MD5 in STREAMINFO)": .exactAudio
    case _ where expect.hasPrefix("Layer III: decode to the reference"): .referenceAudio
    case _ where expect.hasPrefix("impulses_1second"): .impulses
    case "report damage or mute the frame": .toldDamage
    case "title/artist read right": .tags
    case "decode what is there", "decode at least the first part", "decode first link at least":
      .someAudio
    case _ where expect.hasPrefix("decode") && !expect.contains(" or "): .audio
    default: .calm
    }
  }

  /// The right number of frames at the manifest's rate, or the one of a program that met no error; nil when nobody knows.
  var knownFrameCount: Int? {
    if let frames { return frames }
    guard ffmpeg.rc == 0, ffmpeg.errors == 0, let frames = ffmpeg.frames, frames > 0 else {
      return nil
    }
    return frames
  }
}

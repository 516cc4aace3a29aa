import Decoders

/// Which files of a folder a scan takes up, by the ending of their names.
///
/// What is inside a file decides how it is decoded; its name only decides whether it is looked at.
/// A file with one of these endings gets a row: its analysis, or the reason why there is none
/// (a picture called `x.mp3`, a kind that cannot be decoded here). All other files, and files
/// without an ending, are passed over.
enum AudioFileKind {
  static func isAudio(_ fileExtension: String) -> Bool {
    extensions.contains(fileExtension)
  }

  /// In small letters, without the dot.
  static let extensions: Set<String> = [
    // MPEG audio.
    "mp1", "mp2", "mp3", "mpga",
    // Free codecs.
    "flac", "ogg", "oga", "opus", "spx",
    // PCM containers.
    "wav", "wave", "bwf", "rf64", "w64", "aif", "aiff", "aifc", "caf", "au", "snd",
    // MPEG 4 and AAC. "mp4" may be a film: its first track of sound is taken, if it has one.
    "m4a", "m4b", "m4r", "mp4", "3gp", "aac", "adts", "alac",
    // Others that hold music.
    "ac3", "amr", "ape", "asf", "dff", "dsf", "dts", "eac3", "mka", "mp+", "mpc", "ra", "rm", "tak",
    "tta", "weba", "webm", "wma", "wv",
  ]
}

import CSndfile
import Decoders

/// Writes audio files for tests, through libsndfile (which brings LAME, FLAC, Vorbis and Opus).
public enum AudioFileWriter {
  /// A container and a sample type.
  public enum Kind: String, CaseIterable, Sendable {
    case wav8, wav16, wav24, wavFloat, wavDouble, wavULaw, wavALaw
    case aiff, caf, au, w64, rf64
    case flac, vorbis, opus, mp3, mp3ConstantRate

    /// The usual ending of such a file's name.
    public var fileExtension: String {
      switch self {
      case .wav8, .wav16, .wav24, .wavFloat, .wavDouble, .wavULaw, .wavALaw: "wav"
      case .aiff: "aiff"
      case .caf: "caf"
      case .au: "au"
      case .w64: "w64"
      case .rf64: "rf64"
      case .flac: "flac"
      case .vorbis: "ogg"
      case .opus: "opus"
      case .mp3, .mp3ConstantRate: "mp3"
      }
    }

    var sndfileFormat: Int {
      switch self {
      case .wav8: Int(SF_FORMAT_WAV | SF_FORMAT_PCM_U8)
      case .wav16: Int(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
      case .wav24: Int(SF_FORMAT_WAV | SF_FORMAT_PCM_24)
      case .wavFloat: Int(SF_FORMAT_WAV | SF_FORMAT_FLOAT)
      case .wavDouble: Int(SF_FORMAT_WAV | SF_FORMAT_DOUBLE)
      case .wavULaw: Int(SF_FORMAT_WAV | SF_FORMAT_ULAW)
      case .wavALaw: Int(SF_FORMAT_WAV | SF_FORMAT_ALAW)
      case .aiff: Int(SF_FORMAT_AIFF | SF_FORMAT_PCM_16)
      case .caf: Int(SF_FORMAT_CAF | SF_FORMAT_PCM_24)
      case .au: Int(SF_FORMAT_AU | SF_FORMAT_PCM_16)
      case .w64: Int(SF_FORMAT_W64 | SF_FORMAT_PCM_24)
      case .rf64: Int(SF_FORMAT_RF64 | SF_FORMAT_PCM_24)
      case .flac: Int(SF_FORMAT_FLAC | SF_FORMAT_PCM_24)
      case .vorbis: Int(SF_FORMAT_OGG | SF_FORMAT_VORBIS)
      case .opus: Int(SF_FORMAT_OGG | SF_FORMAT_OPUS)
      case .mp3, .mp3ConstantRate: Int(SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III)
      }
    }
  }

  /// Text tags, for the containers that libsndfile can write them to.
  public struct TextTags: Sendable {
    public var title: String?
    public var artist: String?
    public var album: String?
    public var genre: String?
    public var year: String?
    public var track: String?

    public init(
      title: String? = nil, artist: String? = nil, album: String? = nil, genre: String? = nil,
      year: String? = nil, track: String? = nil
    ) {
      self.title = title
      self.artist = artist
      self.album = album
      self.genre = genre
      self.year = year
      self.track = track
    }
  }

  /// Writes `planes` (one array per channel, ±1 full scale) to a new file.
  ///
  /// - Parameters:
  ///   - quality: For the lossy kinds 0 (worst) to 1 (best).
  ///   - repetitions: How often to write the planes, one time behind the other.
  public static func write(
    _ planes: [[Float]], sampleRate: Int, to path: FilePath, as kind: Kind,
    tags: TextTags = TextTags(), quality: Double = 0.6, repetitions: Int = 1
  ) {
    var info = SF_INFO()
    info.samplerate = Int32(sampleRate)
    info.channels = Int32(planes.count)
    info.format = Int32(kind.sndfileFormat)
    guard let handle = path.withCString({ sf_open($0, Int32(SFM_WRITE), &info) }) else {
      fatalError("cannot write \(path): \(String(cString: sf_strerror(nil)))")
    }
    defer { sf_close(handle) }
    var compression = 1 - quality
    if kind == .mp3 || kind == .mp3ConstantRate {
      var mode = Int32(
        kind == .mp3 ? SF_BITRATE_MODE_VARIABLE : SF_BITRATE_MODE_CONSTANT)
      sf_command(
        handle, Int32(SFC_SET_BITRATE_MODE), &mode, Int32(MemoryLayout<Int32>.size))
    }
    if [.vorbis, .opus, .mp3, .mp3ConstantRate].contains(kind) {
      sf_command(
        handle, Int32(SFC_SET_COMPRESSION_LEVEL), &compression,
        Int32(MemoryLayout<Double>.size))
    }
    sf_command(handle, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
    let strings: [(Int, String?)] = [
      (Int(SF_STR_TITLE), tags.title), (Int(SF_STR_ARTIST), tags.artist),
      (Int(SF_STR_ALBUM), tags.album), (Int(SF_STR_GENRE), tags.genre),
      (Int(SF_STR_DATE), tags.year), (Int(SF_STR_TRACKNUMBER), tags.track),
    ]
    for case (let field, let text?) in strings { sf_set_string(handle, Int32(field), text) }

    let frames = planes.first?.count ?? 0
    let blockLength = 4096
    var interleaved = [Float](repeating: 0, count: blockLength * planes.count)
    for start in (0..<repetitions).lazy.flatMap({ _ in stride(from: 0, to: frames, by: blockLength)
    }) {
      let count = min(blockLength, frames - start)
      for frame in 0..<count {
        for channel in planes.indices {
          interleaved[frame * planes.count + channel] = planes[channel][start + frame]
        }
      }
      guard sf_writef_float(handle, interleaved, sf_count_t(count)) == sf_count_t(count) else {
        fatalError("cannot write \(path): \(String(cString: sf_strerror(handle)))")
      }
    }
  }
}

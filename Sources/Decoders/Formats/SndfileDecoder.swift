internal import CSndfile

/// WAV, RF64, W64, AIFF, AIFC, CAF and AU in every sample type, through libsndfile.
final class SndfileDecoder: Decoder {
  let format: AudioFormat
  let expectedFrameCount: Int?
  private(set) var report: DecodeReport
  private let handle: OpaquePointer
  private var interleaved: [Float]

  init(path: FilePath) throws(DecodingError) {
    var info = SF_INFO()
    let opened = path.withCString { sf_open($0, Int32(SFM_READ), &info) }
    guard let opened else {
      throw .malformed(detail: String(cString: sf_strerror(nil)))
    }
    handle = opened
    format = AudioFormat(sampleRate: Int(info.samplerate), channelCount: Int(info.channels))
    expectedFrameCount = Int(info.frames)
    report = DecodeReport(decoder: "libsndfile", codec: "PCM")
    interleaved = [Float](repeating: 0, count: PCMBuffer.usualFrameCapacity * Int(info.channels))
  }

  deinit {
    sf_close(handle)
  }

  func read(into buffer: inout PCMBuffer) throws(DecodingError) -> Bool {
    let channels = format.channelCount
    let want = min(buffer.frameCapacity, interleaved.count / channels)
    let got = Int(sf_readf_float(handle, &interleaved, sf_count_t(want)))
    let capacity = buffer.frameCapacity
    buffer.fill { planes in
      for channel in 0..<channels {
        for frame in 0..<got {
          planes[channel * capacity + frame] = interleaved[frame * channels + channel]
        }
      }
      return got
    }
    return got > 0
  }
}

extension AudioAsset {
  /// The identity of the audio in the file, whatever its name and tags.
  ///
  /// Hashed are, besides a mark of the format:
  /// - FLAC: the MD5 of the decoded audio and what goes with it in STREAMINFO, and the length of the
  ///   frames in bytes, which tells a truncated copy; the frames themselves when there is no MD5;
  /// - MP3: everything from the first frame to the tags at the end;
  /// - WAV, AIFF and their kin: the format chunk and the audio chunk;
  /// - Ogg: the packets without the comment header, so that neither page numbers nor checksums
  ///   matter;
  /// - MP4: the packets of its first audio track in their order, wherever they lie;
  /// - Matroska: the blocks of its first audio track;
  /// - WMA, DSF, DSDIFF, Musepack, RealAudio: the chunks that hold audio;
  /// - the rest: what lies between the tags around it.
  ///
  /// The file is read once from front to back, in pieces.
  ///
  /// - Throws: As ``open()`` does; `unsupported` for a format that cannot be decoded.
  public func payloadHash() throws(DecodingError) -> PayloadHash {
    try payload().hash
  }

  /// The same, and how many bytes the encoded audio takes in the file: what its bit rate is made of.
  package func payload() throws(DecodingError) -> (hash: PayloadHash, byteCount: Int) {
    let file = try InputFile(path: path)
    let probe = try FormatProbe(file: file)
    switch probe.format {
    case .mpegAudio:
      let start = probe.firstFrame?.offset ?? probe.content.lowerBound
      let hasher = try XXH3Hasher(marker: "mpeg")
      try hasher.update(file: file, range: start..<max(start, probe.content.upperBound))
      return (hasher.finish(), hasher.byteCount)
    case .flac: return try Self.flacHash(file: file, content: probe.content)
    case .oggFLAC, .oggVorbis, .oggOpus, .oggSpeex, .oggOther:
      let hasher = try XXH3Hasher(marker: "ogg")
      try OggPayload(file: file, content: probe.content).hash(into: hasher)
      return (hasher.finish(), hasher.byteCount)
    case .wave, .wave64, .aiff, .caf, .au:
      return try Self.chunkHash(file: file, content: probe.content)
    case .mp4:
      let hasher = try XXH3Hasher(marker: "mp4")
      try MP4Payload(file: file, content: probe.content).hash(into: hasher)
      return (hasher.finish(), hasher.byteCount)
    case .matroska:
      let hasher = try XXH3Hasher(marker: "matroska")
      try MatroskaPayload(file: file, content: probe.content).hash(into: hasher)
      return (hasher.finish(), hasher.byteCount)
    case .asf, .monkeysAudio, .wavPack, .musepack, .trueAudio, .tak, .dsf, .dsdiff, .adts, .ac3,
      .dts, .amr, .realAudio, .optimFROG, .adif, .midi, .trackerModule:
      if let refusal = probe.format.refusal { throw refusal }
      return try Self.partsHash(file: file, probe: probe)
    }
  }

  private static func partsHash(
    file: InputFile, probe: FormatProbe
  ) throws(DecodingError) -> (hash: PayloadHash, byteCount: Int) {
    let hasher = try XXH3Hasher(marker: "parts")
    hasher.update(Array(probe.format.rawValue.utf8))
    for part in try PayloadParts.ranges(of: probe.format, file: file, content: probe.content) {
      try hasher.update(file: file, range: part)
    }
    return (hasher.finish(), hasher.byteCount)
  }

  private static func flacHash(
    file: InputFile, content: Range<Int>
  ) throws(DecodingError) -> (hash: PayloadHash, byteCount: Int) {
    let metadata = try FLACMetadata(file: file, content: content)
    guard let identity = metadata.identity else {
      let hasher = try XXH3Hasher(marker: "flac frames")
      try hasher.update(file: file, range: metadata.frames)
      return (hasher.finish(), hasher.byteCount)
    }
    let hasher = try XXH3Hasher(marker: "flac md5")
    hasher.update(identity)
    hasher.update((0..<8).map { UInt8(truncatingIfNeeded: metadata.frames.count >> ($0 * 8)) })
    return (hasher.finish(), metadata.frames.count)
  }

  private static func chunkHash(
    file: InputFile, content: Range<Int>
  ) throws(DecodingError) -> (hash: PayloadHash, byteCount: Int) {
    let hasher = try XXH3Hasher(marker: "chunks")
    let list = try ChunkList(file: file, content: content)
    guard let list, let audio = list["data"] ?? list["SSND"] else {
      try hasher.update(file: file, range: content)
      return (hasher.finish(), hasher.byteCount)
    }
    if let format = list["fmt "] ?? list["COMM"] ?? list["desc"] {
      try hasher.update(file: file, range: format.body)
    }
    // A length that was never written stands for "up to the end".
    let body =
      audio.body.isEmpty ? audio.body.lowerBound..<content.upperBound : audio.body
    try hasher.update(file: file, range: body)
    return (hasher.finish(), hasher.byteCount)
  }
}

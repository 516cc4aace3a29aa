@testable import Decoders

/// A parser that gets the inputs.
///
/// A target fails by a trap, by a report of AddressSanitizer, by time or memory (libFuzzer's own
/// limits), or because what a parser promises does not hold.
enum FuzzTarget: String, CaseIterable {
  case probe, chunks, mpeg, ogg, flac, coded, text, edit, tags, hash, decode

  var summary: String {
    switch self {
    case .probe: "what kind of file it is, and where its tags end"
    case .chunks: "RIFF, RF64, Wave64, AIFF and CAF chunks, and what is read from them"
    case .mpeg: "the search for the first MPEG frame, and the Xing, Info and VBRI headers"
    case .ogg: "Ogg pages and packets"
    case .flac: "FLAC metadata and frame headers"
    case .coded: "MP4 boxes, Matroska elements, DSDIFF chunks and the headers that count frames"
    case .text: "numbers, keys and texts of tags"
    case .edit: "ID3v2 tags taken apart and put together, and where they go in a file"
    case .tags: "whole files for their tags (TagLib)"
    case .hash: "whole files for their payload hash"
    case .decode: "whole files decoded to the end"
    }
  }

  func test(_ bytes: UnsafeRawBufferPointer) {
    guard self != .text else { return testText(String(decoding: bytes, as: UTF8.self)) }
    Self.input.replace(with: OggRepair.repaired(bytes))
    guard let file = try? InputFile(path: Self.input.path) else { return }
    switch self {
    case .probe: testProbe(file)
    case .chunks: testChunks(file)
    case .mpeg: testMPEG(file)
    case .ogg: testOgg(file)
    case .flac: testFLAC(file)
    case .coded: testCoded(file)
    case .text: break
    case .edit: testEditing(file)
    case .tags: testTags()
    case .hash: testHash()
    case .decode: testDecoding(byteCount: bytes.count)
    }
  }

  static let input = MemoryFile()

  // MARK: - Parsers

  private func testProbe(_ file: InputFile) {
    guard let probe = try? FormatProbe(file: file) else { return }
    precondition((0...file.size).contains(probe.content.lowerBound))
    precondition(probe.content.upperBound <= file.size)
    if let frame = probe.firstFrame { precondition(probe.content.contains(frame.offset)) }
  }

  private func testChunks(_ file: InputFile) {
    let content = 0..<file.size
    let list = (try? ChunkList(file: file, content: content)) ?? nil
    for chunk in list?.chunks ?? [] {
      precondition(chunk.body.upperBound <= file.size)
      precondition(chunk.sizeOffset < file.size)
    }
    if let claim = (try? WaveClaim(file: file, content: content, list: list)) ?? nil {
      if let correction = claim.correction {
        precondition(correction.offset + correction.bytes.count <= file.size)
      }
      precondition(claim.frameCount ?? 0 >= 0)
    }
    for channelCount in [1, 2, 6, AudioFormat.maximumChannelCount] {
      guard let list,
        let layout =
          (try? DeclaredLayout.read(
            file: file, list: list, channelCount: channelCount)) ?? nil
      else { continue }
      precondition(layout.positions.count == channelCount)
    }
    _ = AIFFTextChunks.values(file: file)
  }

  private func testMPEG(_ file: InputFile) {
    guard let search = (try? MPEGFrameSearch(file: file, in: 0..<file.size)) ?? nil,
      let frame = try? file.bytes(at: search.offset, count: search.length)
    else { return }
    precondition(search.length > 0 && search.header.sampleRate > 0)
    _ = MPEGInfoFrame(frame: frame, header: search.header)
  }

  private func testOgg(_ file: InputFile) {
    _ = try? OggPage.streamHeads(file: file, from: 0)
    if let survey = try? OggSurvey(file: file, content: 0..<file.size) {
      for rate in [1, 48_000, AudioFormat.maximumSampleRate] { _ = survey.frameCount(at: rate) }
    }
    readPackets(file)
    guard let hasher = try? XXH3Hasher(marker: "fuzz") else { return }
    try? OggPayload(file: file, content: 0..<file.size).hash(into: hasher)
    _ = hasher.finish()
  }

  /// Reads all packets of all links.
  private func readPackets(_ file: InputFile) {
    let reader = OggPacketReader(file: file, content: 0..<file.size)
    while (try? reader.beginLink()) == true {
      repeat {
        for index in 0..<reader.packetCount {
          let packet = reader.packet(index)
          // So that AddressSanitizer sees both ends.
          touch(packet.first, packet.last)
        }
      } while (try? reader.nextPage()) == true
    }
  }

  @inline(never)
  private func touch(_ first: UInt8?, _ last: UInt8?) {}

  private func testFLAC(_ file: InputFile) {
    if let metadata = try? FLACMetadata(file: file, content: 0..<file.size) {
      precondition(metadata.frames.upperBound <= file.size)
    }
    if let bytes = try? file.bytes(at: 0, count: 64) { _ = FLACFrameHeader.isPlausible(bytes) }
  }

  /// What is read of a file before ffmpeg gets it, whatever its head says that it is.
  private func testCoded(_ file: InputFile) {
    let content = 0..<file.size
    let probed = (try? FormatProbe(file: file))?.format
    for format in Set([.mp4, .matroska, .dsdiff] + (probed.map { [$0] } ?? [])) {
      guard let source = try? CodedSource(file: file, content: content, format: format) else {
        continue
      }
      var log = FFmpegLog()
      if let head = try? file.bytes(at: 0, count: 4096) { head.withUnsafeBytes { log.append($0) } }
      for (rate, description) in [(8000, "aac (LC)"), (384_000, "wmav2"), (44_100, "")] {
        let codec = FFmpegCodec(description: description, format: format)
        let length = source.length(rate: rate, codec: codec, log: log)
        precondition(length.claimedFrameCount ?? 0 >= 0 && !length.timeline.kept.isEmpty)
      }
    }
    if let bytes = try? file.bytes(at: 0, count: file.size) {
      var rest = bytes[...]
      _ = try? StreamedWave { (count) throws(DecodingError) in
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
      }
    }
  }

  private func testText(_ text: String) {
    _ = TagNumber.ordinal(text)
    _ = TagNumber.year(text)
    if let number = TagNumber.decimal(text) { precondition(number.isFinite) }
    if let tempo = TagNumber.beatsPerMinute(text) { precondition(tempo > 0 && tempo < 1000) }
    if let gain = TagNumber.q78(text) { precondition(abs(gain) <= 128) }
    if let gain = TagNumber.gain(text) { precondition(abs(gain) <= 100) }
    if let peak = TagNumber.peak(text) { precondition((0...1000).contains(peak)) }
    if let soundCheck = SoundCheck(text) {
      precondition(soundCheck.gainDB.isFinite && SoundCheck(soundCheck.text) == soundCheck)
    }
    _ = TaggedKey(text)
    _ = ReplayGainReference(loudness: text, algorithm: nil)
    let bytes = Array(text.utf8)
    precondition(CueSheet.trackCount(in: bytes) >= 0)
    _ = MPEGTrim(iTunesComment: bytes)
    if let cleaned = TagText.cleaned(text) { precondition(!cleaned.isEmpty) }
    if let reading = KeyNotation.read(text) { precondition(abs(reading.cents) <= 100) }
  }

  private func testEditing(_ file: InputFile) {
    if let bytes = try? file.bytes(at: 0, count: file.size),
      var tag = try? ID3v2Tag(parsing: bytes)
    {
      for property in TagProperty.allCases { _ = tag.values(of: property) }
      tag.set(.beatsPerMinute, to: "128")
      if let rendered = try? tag.rendered(length: tag.length) {
        let again = try? ID3v2Tag(parsing: rendered)
        precondition(again?.values(of: .beatsPerMinute) == ["128"])
      }
    }
    guard let probe = try? FormatProbe(file: file) else { return }
    _ = try? AudioBytes(file: file, probe: probe).hash()
    guard let place = (try? ID3v2Place(file: file, probe: probe)) ?? nil else { return }
    for bytes in [nil, [UInt8](repeating: 0, count: 35)] {
      for splice in place.splices(for: bytes) {
        precondition(splice.range.upperBound <= file.size)
      }
    }
  }

  // MARK: - Whole files

  private func testTags() {
    _ = AudioAsset(path: Self.input.path).tags()
  }

  private func testHash() {
    _ = try? AudioAsset(path: Self.input.path).payloadHash()
  }

  /// Decodes to the end; more audio than `byteCount` bytes of any codec can hold is a failure.
  private func testDecoding(byteCount: Int) {
    guard let reader = try? AudioAsset(path: Self.input.path).open() else { return }
    var buffer = PCMBuffer(format: reader.format)
    var frameCount = 0
    do {
      while try reader.read(into: &buffer) {
        precondition(buffer.frameCount > 0, "an empty block before the end")
        frameCount += buffer.frameCount
      }
    } catch {}
    // Silence for lost frames is at most ten minutes a hole, and a hole costs some bytes.
    precondition(frameCount <= (byteCount / 16 + 1) * 600 * reader.format.sampleRate)
    precondition(reader.report.frameCount == frameCount)
  }
}

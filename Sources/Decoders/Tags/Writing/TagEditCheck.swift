/// The new file, opened again as any program would, and found to hold the same audio, the same
/// texts, and at its end the same ID3v1 tag, which TagLib writes anew in some formats.
struct TagEditCheck {
  let file: InputFile
  let probe: FormatProbe

  /// - Throws: `verificationFailed` when any of them is not the same.
  init(original: FilePath, new: FilePath, probe: FormatProbe) throws(TagWritingError) {
    do throws(DecodingError) {
      file = try InputFile(path: new)
      self.probe = try FormatProbe(file: file)
      guard self.probe.format == probe.format else {
        throw DecodingError.malformed(detail: "it is \(self.probe.format.name) now")
      }
      guard try Self.fingerprint(original) == Self.fingerprint(new) else {
        throw DecodingError.malformed(detail: "the audio is not the same")
      }
      if OggPage(try file.bytes(at: self.probe.content.lowerBound, count: 282), at: 0) != nil {
        let old = try OggFraming(file: InputFile(path: original), content: probe.content)
        guard try OggFraming(file: file, content: self.probe.content).isAsSound(as: old) else {
          throw DecodingError.malformed(detail: "the Ogg pages do not hang together as before")
        }
      }
      let before = AudioAsset(path: original).tags()
      let after = AudioAsset(path: new).tags()
      guard Self.texts(before) == Self.texts(after) else {
        throw DecodingError.malformed(detail: "other programs would read other tags than before")
      }
      guard try Self.id3v1(InputFile(path: original)) == Self.id3v1(file) else {
        throw DecodingError.malformed(detail: "the ID3v1 tag is not the same")
      }
    } catch {
      throw .verificationFailed(detail: error.description)
    }
  }

  /// What people know a file by.
  private static func texts(_ tags: Tags) -> [String?] {
    [tags.title, tags.artist, tags.album, tags.albumArtist, tags.genre, tags.date]
  }

  /// The ID3v1 tag; nil when there is none.
  private static func id3v1(_ file: InputFile) throws(DecodingError) -> [UInt8]? {
    let tail = try file.bytes(at: file.size - 128, count: 128)
    return tail.hasText("TAG") ? tail : nil
  }

  private static func fingerprint(_ path: FilePath) throws(DecodingError) -> PayloadHash {
    do throws(DecodingError) {
      return try AudioAsset(path: path).payloadHash()
    } catch .unsupported {
      // A format that is known by sight only: what lies between the tags.
      let file = try InputFile(path: path)
      return try AudioBytes(file: file, probe: FormatProbe(file: file)).hash()
    }
  }
}

/// The new file, opened again as any program would, and found to hold the same audio.
struct TagEditCheck {
  let file: InputFile
  let probe: FormatProbe

  /// - Throws: `verificationFailed` when the audio of the two files is not the same.
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
    } catch {
      throw .verificationFailed(detail: error.description)
    }
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

import FoundationEssentials

/// An audio file by name: what can be opened, read, and asked for its tags.
///
/// Making one touches no disk.
public struct AudioAsset: Hashable, Sendable {
  public let path: FilePath

  /// Raised whenever a file that was refused may be decoded now: a catalogue that remembers a
  /// failure beside this number knows when to try again.
  public static let decoderVersion = 2

  public init(path: FilePath) {
    self.path = path
  }

  /// - Parameter url: A file URL.
  public init(url: URL) {
    self.init(path: FilePath(url.path))
  }

  /// Opens the file with the decoder that its *content* asks for; the name's extension is ignored.
  ///
  /// - Throws: `io` when the system refuses; `needsFFmpeg` when only ffmpeg could decode the file
  ///   and is not installed; `empty`, `notAudio`, `unsupported`, `malformed` or `truncated` when
  ///   there is nothing to decode.
  public func open() throws(DecodingError) -> AudioReader {
    let file = try InputFile(path: path)
    let probe = try FormatProbe(file: file)
    let decoder = try probe.format.openDecoder(file: file, probe: probe)
    let albumNote = CueSheet.warning(trackCount: CueSheet.trackCount(beside: path))
    return AudioReader(decoder: decoder, warnings: albumNote.map { [$0] } ?? [])
  }
}

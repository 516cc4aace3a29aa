import Decoders
import FoundationEssentials

/// The music of a page: in it, or beside it.
enum PageAudio {
  /// What is embedded without being asked for: larger files are linked.
  static let usualLimit = 64 << 20
  /// What can be embedded at all; browsers hold no longer text.
  static let limit = 384 << 20

  enum Choice: Sendable {
    /// Embedded up to ``usualLimit``.
    case automatic
    case embedded
    case linked
  }

  /// Where the page finds its music. Written into the page.
  struct Reference: Encodable {
    let embedded: Bool
    /// The MIME type; nil when browsers may not play it.
    let type: String?
    /// The way to the file; nil when embedded.
    let source: String?
  }

  /// What came of a choice.
  struct Placement {
    let reference: Reference
    /// In base64, when embedded.
    var text: String?
    /// What the user should know.
    var note: String?
  }

  /// - Parameters:
  ///   - file: Absolute.
  ///   - codec: As the decoder calls it.
  ///   - pageFolder: Absolute.
  /// - Throws: `Failure` when the file is asked to be embedded and is too large, or cannot be read.
  static func place(
    _ choice: Choice, file: FilePath, codec: String, pageFolder: FilePath
  ) throws -> Placement {
    let head = FileSystem.contents(of: file, limit: 12) ?? []
    let type = BrowserAudio.type(ofHead: head, codec: codec)
    if choice != .linked {
      let room = choice == .embedded ? limit : usualLimit
      let bytes = type == nil ? try wave(of: file, limit: room) : try whole(file, limit: room)
      if let bytes {
        return Placement(
          reference: Reference(embedded: true, type: type ?? "audio/wav", source: nil),
          text: Data(bytes).base64EncodedString())
      }
      guard choice == .automatic else {
        throw Failure(
          "\(file.displayText): more than \(NumberText.bytes(limit)) cannot be embedded; use --link"
        )
      }
    }
    let reference = Reference(
      embedded: false, type: type, source: RelativeLink.from(folder: pageFolder, to: file))
    var notes: [String] = []
    if choice == .automatic {
      notes.append("the music is linked, not embedded: it is over \(NumberText.bytes(usualLimit))")
    }
    if type == nil {
      notes.append("most browsers do not play \(codec); --embed converts it")
    }
    return Placement(
      reference: reference, note: notes.isEmpty ? nil : notes.joined(separator: "; "))
  }

  /// All of a file; nil when it is longer than the limit.
  private static func whole(_ file: FilePath, limit: Int) throws -> [UInt8]? {
    guard let bytes = FileSystem.contents(of: file, upTo: limit) else {
      throw Failure("\(file.displayText): cannot be read")
    }
    return bytes.count > limit ? nil : bytes
  }

  /// The music decoded, as a WAV file of 16 bits; nil when that is longer than the limit.
  private static func wave(of file: FilePath, limit: Int) throws -> [UInt8]? {
    let reader = try AudioAsset(path: file).open()
    var block = PCMBuffer(format: reader.format)
    var wave = WaveBytes(format: reader.format)
    do {
      while try reader.read(into: &block) {
        wave.append(block)
        if wave.count > limit { return nil }
      }
    } catch {
      // What was decoded before the damage is played.
      guard wave.frameCount > 0 else { throw error }
    }
    return wave.finished()
  }
}

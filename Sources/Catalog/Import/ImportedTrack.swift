import Decoders

/// What another program knows of a track. Nil and empty stand for nothing said.
public struct ImportedTrack: Hashable, Sendable {
  /// Where the other program has the file: absolute, with slashes, in its own system's way.
  public var path: [UInt8] = []
  public var title, artist: String?
  /// Seconds.
  public var duration: Double?
  public var beatsPerMinute: Double?
  public var key: MusicalKey?
  /// Stars, 1 to 5: that a track is not rated is nothing said.
  public var rating: Int?
  /// On the other program's timeline.
  public var grid: PiecewiseGrid?
  /// On the other program's timeline.
  public var cues: [CuePoint] = []

  public init() {}

  /// The path for people.
  public var displayPath: String { FilePath(bytes: path).displayText }
}

/// A program whose collection can be read.
public enum ImportFormat: String, Hashable, Sendable, CaseIterable {
  case rekordbox, traktor

  /// The clock of its times.
  public var timeline: ExportTimeline {
    switch self {
    case .rekordbox: .rekordbox
    case .traktor: .traktor
    }
  }

  /// Reads a collection.
  ///
  /// - Throws: `ImportError` for what is no collection of this program.
  public func tracks(in bytes: [UInt8]) throws(ImportError) -> [ImportedTrack] {
    var reader = XMLReader(bytes)
    do throws(XMLReader.Failure) {
      switch self {
      case .rekordbox:
        var collection = RekordboxReader()
        while let event = try reader.next() { collection.take(event) }
        guard collection.isCollection else { throw .init(line: 1, problem: wrongKind) }
        return collection.tracks
      case .traktor:
        var collection = TraktorReader()
        while let event = try reader.next() { collection.take(event) }
        guard collection.isCollection else { throw .init(line: 1, problem: wrongKind) }
        return collection.tracks
      }
    } catch {
      throw ImportError(line: error.line, problem: error.problem)
    }
  }

  private var wrongKind: String {
    switch self {
    case .rekordbox: "it is no XML that rekordbox exports (File, Export Collection in xml format)"
    case .traktor: "it is no collection of Traktor (collection.nml)"
    }
  }
}

/// Why a collection cannot be read.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  public var line: Int
  public var problem: String

  public var description: String { "line \(line): \(problem)" }
}

/// Numbers in attributes: finite, or nothing.
enum AttributeNumber {
  /// A decimal; a comma counts as a point, as some locales had it written.
  static func decimal(_ text: String?) -> Double? {
    guard let text else { return nil }
    let value = Double(text.map { $0 == "," ? "." : String($0) }.joined())
    return value.flatMap { $0.isFinite ? $0 : nil }
  }

  /// A tempo that music may have.
  static func tempo(_ text: String?) -> Double? {
    decimal(text).flatMap { (10...1000).contains($0) ? $0 : nil }
  }

  /// A place in a recording, in seconds: before its end by any measure, and not far before 0.
  ///
  /// - Parameter unit: How many of the text's units are a second.
  static func position(_ text: String?, unit: Double = 1) -> Double? {
    decimal(text).flatMap { (-60...1_000_000).contains($0 / unit) ? $0 / unit : nil }
  }

  static func integer(_ text: String?) -> Int? { text.flatMap { Int($0) } }
}

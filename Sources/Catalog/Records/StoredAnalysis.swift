import Analysis
import FoundationEssentials

/// A session's result as the catalogue keeps it: one JSON document per kind of analysis, with the
/// long series of numbers taken out into compact curves.
struct StoredAnalysis {
  struct Document {
    var type: AnalysisType
    /// Why the analysis could not decide; nil when it did.
    var reason: String?
    var json: String
  }

  /// The series that are kept apart; the raw values are the names in the table.
  enum CurveName: String, CaseIterable {
    case beats, bars, momentary, shortTerm, loudnessHistogram
    case vocalActivity, drumActivity, bassActivity, otherActivity
    case sections, segments, phrases

    /// The kind of analysis that it is a part of.
    var type: AnalysisType {
      switch self {
      case .beats, .bars: .rhythm
      case .momentary, .shortTerm, .loudnessHistogram: .loudness
      case .vocalActivity, .drumActivity, .bassActivity, .otherActivity: .instrumentActivity
      case .sections, .segments, .phrases: .structure
      }
    }
  }

  /// Instruments whose activity is kept apart.
  private static let activities: [(MusicUnderstandingSession.Instrument, CurveName)] = [
    (.vocal, .vocalActivity), (.drum, .drumActivity), (.bass, .bassActivity),
    (.other, .otherActivity),
  ]

  /// The parts of the form, kept apart where they follow one another without gaps.
  private static var parts:
    [(WritableKeyPath<MusicUnderstandingSession.StructureResult, [CMTimeRange]>, CurveName)]
  {
    [(\.sections, .sections), (\.segments, .segments), (\.phrases, .phrases)]
  }

  var documents: [Document] = []
  var curves: [CurveName: [UInt8]] = [:]

  init() {}

  init(_ result: MusicUnderstandingSession.SessionResult) throws(CatalogError) {
    if var rhythm = result.rhythm {
      curves[.beats] = MomentCurve.encode(rhythm.beats)
      curves[.bars] = MomentCurve.encode(rhythm.bars)
      rhythm.beats = []
      rhythm.bars = []
      try add(rhythm, as: .rhythm, reason: rhythm.details.reason?.rawValue)
    }
    if var loudness = result.loudness {
      curves[.momentary] = LevelCurve.encode(loudness.momentary)
      curves[.shortTerm] = LevelCurve.encode(loudness.shortTerm)
      curves[.loudnessHistogram] = HistogramCurve.encode(loudness.details.histogram)
      loudness.momentary = []
      loudness.shortTerm = []
      loudness.details.histogram = LoudnessHistogram()
      try add(loudness, as: .loudness, reason: loudness.details.reason?.rawValue)
    }
    if var key = result.key {
      key.details.rangeScores = []
      try add(key, as: .key, reason: key.details.reason?.rawValue)
    }
    if let pace = result.pace { try add(pace, as: .pace, reason: pace.details.reason?.rawValue) }
    if var structure = result.structure {
      for (parts, name) in Self.parts {
        guard let bytes = PartsCurve.encode(structure[keyPath: parts]) else { continue }
        curves[name] = bytes
        structure[keyPath: parts] = []
      }
      try add(structure, as: .structure, reason: structure.details.reason?.rawValue)
    }
    if var instruments = result.instrumentActivity {
      for (instrument, name) in Self.activities {
        guard let values = instruments.activity.removeValue(forKey: instrument) else { continue }
        curves[name] = ActivityCurve.encode(values)
      }
      try add(instruments, as: .instrumentActivity)
    }
  }

  /// The result again: times exact, loudness curves within 0.005 LU, activity within 0.005; of a
  /// key's ranges the key, not the scores of the others.
  func result() throws(CatalogError) -> MusicUnderstandingSession.SessionResult {
    var result = MusicUnderstandingSession.SessionResult()
    result.rhythm = try decode(.rhythm)
    result.rhythm?.beats = try curve(.beats, MomentCurve.decode) ?? []
    result.rhythm?.bars = try curve(.bars, MomentCurve.decode) ?? []
    result.loudness = try decode(.loudness)
    result.loudness?.momentary = try curve(.momentary, LevelCurve.decode) ?? []
    result.loudness?.shortTerm = try curve(.shortTerm, LevelCurve.decode) ?? []
    result.loudness?.details.histogram =
      try curve(.loudnessHistogram, HistogramCurve.decode) ?? LoudnessHistogram()
    result.key = try decode(.key)
    result.pace = try decode(.pace)
    if var structure: MusicUnderstandingSession.StructureResult = try decode(.structure) {
      for (parts, name) in Self.parts where structure[keyPath: parts].isEmpty {
        structure[keyPath: parts] = try curve(name, PartsCurve.decode) ?? []
      }
      result.structure = structure
    }
    result.instrumentActivity = try decode(.instrumentActivity)
    if result.instrumentActivity != nil {
      for (instrument, name) in Self.activities {
        guard let values = try curve(name, ActivityCurve.decode) else { continue }
        result.instrumentActivity?.activity[instrument] = values
      }
    }
    return result
  }

  private mutating func add(
    _ value: some Encodable, as type: AnalysisType, reason: String? = nil
  ) throws(CatalogError) {
    documents.append(
      Document(type: type, reason: reason, json: try CatalogJSON.encode(value)))
  }

  private func decode<Value: Decodable>(_ type: AnalysisType) throws(CatalogError) -> Value? {
    guard let document = documents.first(where: { $0.type == type }) else { return nil }
    return try CatalogJSON.decode(Value.self, from: document.json)
  }

  private func curve<Value>(
    _ name: CurveName, _ decode: ([UInt8]) throws(CatalogError) -> Value
  ) throws(CatalogError) -> Value? {
    guard let bytes = curves[name] else { return nil }
    return try decode(bytes)
  }
}

/// JSON as it stands in the catalogue's columns.
enum CatalogJSON {
  static func encode(_ value: some Encodable) throws(CatalogError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw CatalogError.corrupt(detail: "a result that cannot be written: \(error)")
    }
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type, from text: String
  ) throws(CatalogError) -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    do {
      return try decoder.decode(type, from: Data(text.utf8))
    } catch {
      throw CatalogError.corrupt(detail: "a stored \(Value.self) cannot be read: \(error)")
    }
  }
}

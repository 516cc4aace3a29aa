// Programs as one writes them for Apple's Music Understanding framework, after its documented
// declarations. Only the import and the lines that make the asset or the buffers are ours.
import Analysis
import Decoders
import Foundation

typealias Session = MusicUnderstandingSession

/// A music browser's page about a song.
struct SongPage {
  var key = "–"
  var tempo: Float = 120
  var beatCount = 0
  var barCount = 0

  init(asset: AudioAsset) async throws {
    let session = try await MusicUnderstandingSession(asset: asset)
    let result = try await session.analyze(for: [.key, .rhythm])
    if let first = result.key?.ranges.first {
      key = Self.text(first.value)
    }
    if let rhythm = result.rhythm {
      tempo = rhythm.beatsPerMinute ?? 120.0
      beatCount = rhythm.beats.count
      barCount = rhythm.bars.count
    }
  }

  static func text(_ key: Session.KeySignature) -> String {
    let tonic =
      switch key.tonic {
      case .aFlat: "A♭"
      case .aSharp: "A♯"
      case .a: "A"
      case .bFlat: "B♭"
      case .b: "B"
      case .c: "C"
      case .cSharp: "C♯"
      case .d: "D"
      case .dFlat: "D♭"
      case .dSharp: "D♯"
      case .eFlat: "E♭"
      case .e: "E"
      case .f: "F"
      case .fSharp: "F♯"
      case .g: "G"
      case .gFlat: "G♭"
      case .gSharp: "G♯"
      }
    return switch key.mode {
    case .major: "\(tonic) major"
    case .minor: "\(tonic) minor"
    }
  }
}

/// An editor that cuts a film to a song: a clip's length follows the pace, its place the beats.
struct Montage {
  struct Cut: Equatable {
    var time: CMTime
    var section: Int
  }

  let cuts: [Cut]

  init(_ result: Session.SessionResult) {
    let beats = result.rhythm?.beats ?? []
    var cuts: [Cut] = []
    for (index, section) in (result.structure?.sections ?? []).enumerated() {
      let pace =
        result.pace?.ranges.first {
          $0.range.start <= section.start && section.start < $0.range.end
        }
      let length = 60 / (pace?.value ?? 12)
      var time = section.start.seconds
      while time < section.end.seconds {
        let nearest = beats.min { abs($0.seconds - time) < abs($1.seconds - time) }
        cuts.append(Cut(time: nearest ?? section.start, section: index))
        time += length
      }
    }
    self.cuts = cuts
  }
}

/// A light show: what each lamp does at a moment.
struct LightShow {
  let activity: [Session.Instrument: [Session.TimedValue<Float>]]

  init?(_ result: Session.SessionResult) {
    guard let activity = result.instrumentActivity?.activity else { return nil }
    self.activity = activity
  }

  func brightness(of instrument: Session.Instrument, at time: CMTime) -> Float {
    activity[instrument]?.last { $0.time <= time }?.value ?? 0
  }
}

/// A meter that moves while the song is analysed: one task listens, one drives.
func meter(_ session: MusicUnderstandingSession) async throws -> [Float] {
  let listener = Task {
    var levels: [Float] = []
    for try await result in session.loudnessResults {
      levels.append(contentsOf: result.momentary.map(\.value))
    }
    return levels
  }
  _ = try await session.analyze(for: [.loudness])
  return try await listener.value
}

/// A provider as in the session's documentation: buffers, then nil.
struct AudioProvider: AsyncSequence, Sendable {
  let buffers: [PCMBuffer]

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<PCMBuffer>
    mutating func next() async -> PCMBuffer? { rest.popFirst() }
  }

  func makeAsyncIterator() -> Iterator { Iterator(rest: buffers[...]) }
}

/// The result as a document.
func document(_ result: Session.SessionResult) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
  return String(decoding: try encoder.encode(result), as: UTF8.self)
}

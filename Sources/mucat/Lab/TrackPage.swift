import Analysis
import CLabPages
import Catalog
import Decoders
import FoundationEssentials

/// The page of one track: everything found out about it, drawn over time, with its music.
struct TrackPage {
  let subject: LabSubject
  let outline: WaveformOutline
  let audio: PageAudio.Placement

  /// The document in the page that its scripts read. What is unknown is absent.
  private struct Document: Encodable {
    let schemaVersion = JSONText.schemaVersion
    let version = Program.version
    /// What files that are saved from the page are called.
    let name: String
    let track: TrackFacts
    let result: MusicUnderstandingSession.SessionResult
    let curves: PageCurves
    let waveform: Waveform
    let audio: PageAudio.Reference
  }

  private struct TrackFacts: Encodable {
    let name: String
    let title, artist, album, genre: String?
    let year: Int?
    let file, codec: String
    let sampleRate, channelCount: Int
    let duration: Double
    /// Only what the user set; what was heard stands in the result.
    let bpm: Double?
    let key: MusicUnderstandingSession.KeySignature?

    init(_ subject: LabSubject) {
      name = subject.name
      (title, artist, album) = (subject.title, subject.artist, subject.album)
      (genre, year) = (subject.genre, subject.year)
      (file, codec) = (subject.file.lastComponent.displayText, subject.codec)
      (sampleRate, channelCount) = (subject.sampleRate, subject.channelCount)
      duration = subject.duration
      bpm = JSONText.number(subject.userBPM)
      key = subject.userKey.map { MusicUnderstandingSession.KeySignature($0) }
    }
  }

  private struct Waveform: Encodable {
    let rate: Double
    /// Bytes in base64.
    let low, mid, high: String

    init(_ outline: WaveformOutline) {
      rate = outline.rate
      low = Data(outline.low).base64EncodedString()
      mid = Data(outline.mid).base64EncodedString()
      high = Data(outline.high).base64EncodedString()
    }
  }

  /// Decodes the subject's file for its outline and, where browsers need it, for its music.
  ///
  /// - Parameter pageFolder: Where the page will be; absolute.
  static func make(
    of subject: LabSubject, audio choice: PageAudio.Choice, in pageFolder: FilePath
  ) throws -> TrackPage {
    do {
      let outline = try outline(of: subject.file)
      let audio = try PageAudio.place(
        choice, file: subject.file, codec: subject.codec, pageFolder: pageFolder)
      return TrackPage(subject: subject, outline: outline, audio: audio)
    } catch let error as DecodingError {
      throw Failure(error, about: subject.file)
    }
  }

  private static func outline(of file: FilePath) throws -> WaveformOutline {
    let reader = try AudioAsset(path: file).open()
    var tracer = WaveformTracer(format: reader.format)
    var block = PCMBuffer(format: reader.format)
    do {
      while try reader.read(into: &block) {
        try Task.checkCancellation()
        tracer.process(block)
      }
    } catch let error as DecodingError {
      // What was decoded stands, as in the analysis.
      if reader.report.frameCount == 0 { throw error }
    }
    return tracer.finish()
  }

  /// The file name without its ending.
  static func stem(of file: FilePath) -> [UInt8] {
    let name = file.lastComponent.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
    return Array(name[..<dot])
  }

  /// The page, ready to be written.
  func bytes() throws -> [UInt8] {
    var result = subject.result
    let curves = PageCurves(takingFrom: &result)
    let document = Document(
      name: FilePath(bytes: Self.stem(of: subject.file)).displayText, track: TrackFacts(subject),
      result: result, curves: curves, waveform: Waveform(outline), audio: audio.reference)
    var data = [LabPage.DataBlock(json: try JSONText.encode(document, time: .seconds), id: "data")]
    if let text = audio.text { data.append(.init(base64: text, id: "audio")) }
    return LabPage(title: "mucat lab", parts: mucat_lab_track_page(), data: data).bytes
  }
}

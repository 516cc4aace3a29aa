import CLabPages
import Catalog
import Decoders

/// The page of a whole catalogue: a table to sort, and what to narrow it down by.
struct LibraryPage {
  /// A column each, all of one length: a third of what a list of objects takes.
  private struct Document: Encodable {
    let schemaVersion = JSONText.schemaVersion
    let version = Program.version
    let title: [String]
    let artist, album, genre: [String?]
    let year: [Int?]
    /// Seconds.
    let duration: [Double]
    let bpm: [Double?]
    /// The place on the Camelot wheel: twice the number less one, and one more for major.
    let key: [Int?]
    let integrated, energy: [Double?]
    /// Seconds since 1970.
    let added: [Int64]
    /// Where a track has a page of its own.
    let page: [String?]
  }

  private let document: Document

  /// - Parameter page: The way to a track's own page from this one; nil when there is none.
  init(_ tracks: [Track], page: (Track) -> String?) {
    document = Document(
      title: tracks.map(TrackTable.title), artist: tracks.map(\.artist),
      album: tracks.map(\.album), genre: tracks.map(\.genre), year: tracks.map(\.year),
      duration: tracks.map { JSONText.number($0.duration, places: 1) ?? 0 },
      bpm: tracks.map { JSONText.number($0.bpm, places: 2) },
      key: tracks.map { track in
        track.key.map { ($0.camelotNumber - 1) * 2 + ($0.mode == .major ? 1 : 0) }
      },
      integrated: tracks.map { JSONText.number($0.integrated, places: 1) },
      energy: tracks.map { JSONText.number($0.energy, places: 1) },
      added: tracks.map(\.addedAt), page: tracks.map(page))
  }

  /// The page, ready to be written.
  func bytes() throws -> [UInt8] {
    LabPage(
      title: "mucat library", parts: mucat_lab_library_page(),
      data: [.init(json: try JSONText.encode(document), id: "data")]
    ).bytes
  }
}

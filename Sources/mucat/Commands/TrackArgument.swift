import Catalog
import Decoders

/// Finds the one track that a word of the command line means.
enum TrackArgument {
  static let operand = Operand(
    name: "TRACK", arity: .oneOrMore,
    summary: "A file, or a part of 'artist - title' that only it has",
    completion: .files)

  /// The same, where something else may stand for a track.
  static let optionalOperand = Operand(
    name: operand.name, arity: .any, summary: operand.summary, completion: .files)

  /// - Parameter words: The name, as the shell cut it: quotes are easily forgotten.
  /// - Throws: `Failure` when no track, or more than one, answers to the name.
  static func track(_ words: [Word], in catalog: Catalog) async throws -> Track {
    let word = Word(bytes: words.map(\.bytes).joined(separator: [UInt8(ascii: " ")]))
    // A path first, by its bytes: the lookup by name takes text.
    if let track = try await catalog.track(at: word.path) { return track }
    let text = word.path.displayText
    switch try await catalog.track(named: word.text) {
    case .found(let track):
      return track
    case .none:
      let path = FileSystem.absolute(word.path)
      if let row = try await catalog.failures().first(where: { $0.path == path }) {
        throw Failure(ErrorsCommand.line(row))
      }
      throw Failure("no track in the catalogue is called '\(text)'", status: .nothingFound)
    case .ambiguous(let tracks):
      let count =
        tracks.count < Catalog.lookupLimit ? "\(tracks.count)" : "\(tracks.count) or more"
      throw Failure(
        "'\(text)' could be \(count) tracks; give more of the name, or the file",
        advice: tracks.map { track in
          "  " + Sanitize.forPeople(TrackTable.name(track) + "  (\(track.path.displayText))")
        })
    }
  }
}

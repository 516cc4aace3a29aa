import Decoders

/// Gathers the tracks of Traktor's collection.
struct TraktorReader {
  private(set) var tracks: [ImportedTrack] = []
  private(set) var isCollection = false
  private var isInCollection = false
  private var current: ImportedTrack?
  private var stretches: [PiecewiseGrid.Stretch] = []
  /// A marker of the grid that has not told its own tempo.
  private var waitingMarker: Double?

  mutating func take(_ event: XMLReader.Event) {
    switch event {
    case .begin("NML", _): isCollection = true
    case .begin("COLLECTION", _): isInCollection = true
    case .end("COLLECTION"): isInCollection = false
    case .begin("ENTRY", let attributes) where isInCollection:
      current = ImportedTrack()
      current?.title = attributes["TITLE"]
      current?.artist = attributes["ARTIST"]
      stretches = []
    case .begin("LOCATION", let attributes):
      let place = TraktorLocation(
        volume: attributes["VOLUME"] ?? "", folder: attributes["DIR"] ?? "",
        file: attributes["FILE"] ?? "")
      current?.path = Array(place.path.utf8)
    case .begin("INFO", let attributes): info(attributes)
    case .begin("TEMPO", let attributes):
      current?.beatsPerMinute = AttributeNumber.tempo(attributes["BPM"])
    case .begin("MUSICAL_KEY", let attributes):
      let number = AttributeNumber.integer(attributes["VALUE"])
      if let key = number.flatMap({ TraktorNML.key(number: $0) }) { current?.key = key }
    case .begin("CUE_V2", let attributes): cue(attributes)
    case .begin("GRID", let attributes):
      if let start = waitingMarker, let tempo = AttributeNumber.tempo(attributes["BPM"]) {
        stretches.append(.init(start: start, beatsPerMinute: tempo))
        waitingMarker = nil
      }
    case .end("CUE_V2"):
      if let start = waitingMarker, let tempo = current?.beatsPerMinute {
        stretches.append(.init(start: start, beatsPerMinute: tempo))
      }
      waitingMarker = nil
    case .end("ENTRY"): end()
    default: break
    }
  }

  private mutating func info(_ attributes: [String: String]) {
    guard current != nil else { return }
    current?.duration =
      AttributeNumber.decimal(attributes["PLAYTIME_FLOAT"])
      ?? AttributeNumber.decimal(attributes["PLAYTIME"])
    if let key = attributes["KEY"].flatMap({ MusicalKey($0) }) { current?.key = key }
    let stars = AttributeNumber.integer(attributes["RANKING"]).flatMap { StarRating.stars($0) }
    current?.rating = stars.flatMap { $0 > 0 ? $0 : nil }
  }

  private mutating func cue(_ attributes: [String: String]) {
    guard current != nil, let start = AttributeNumber.position(attributes["START"], unit: 1000),
      start >= 0
    else { return }
    let type = AttributeNumber.integer(attributes["TYPE"]) ?? 0
    // Type 4 marks the grid; a pad may lie on it, but is no cue of the user's.
    if type == 4 {
      waitingMarker = start
      return
    }
    guard let kind = TraktorNML.cueTypes.first(where: { $0.number == type })?.kind else { return }
    let length = AttributeNumber.position(attributes["LEN"], unit: 1000)
    let slot = AttributeNumber.integer(attributes["HOTCUE"]) ?? -1
    let name = attributes["NAME"].flatMap { $0.isEmpty || $0 == "n.n." ? nil : $0 }
    let color = attributes["COLOR"].flatMap { Int($0.drop { $0 == "#" }, radix: 16) }
    current?.cues.append(
      CuePoint(
        kind: kind, position: start, length: length.flatMap { $0 > 0 ? $0 : nil },
        slot: slot >= 0 ? slot : nil,
        name: name, color: color.flatMap { (0...0xFFFFFF).contains($0) ? $0 : nil }))
  }

  private mutating func end() {
    guard var track = current else { return }
    current = nil
    waitingMarker = nil
    if !stretches.isEmpty {
      stretches.sort { $0.start < $1.start }
      track.grid = PiecewiseGrid(stretches: stretches)
    }
    tracks.append(track)
  }
}

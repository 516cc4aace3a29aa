import Decoders

/// Gathers the tracks of the XML that rekordbox exports.
struct RekordboxReader {
  private(set) var tracks: [ImportedTrack] = []
  private(set) var isCollection = false
  private var current: ImportedTrack?
  private var stretches: [PiecewiseGrid.Stretch] = []
  private var beatsPerBar = 4

  mutating func take(_ event: XMLReader.Event) {
    switch event {
    case .begin("DJ_PLAYLISTS", _): isCollection = true
    case .begin("TRACK", let attributes): begin(attributes)
    case .begin("TEMPO", let attributes): tempo(attributes)
    case .begin("POSITION_MARK", let attributes): mark(attributes)
    case .end("TRACK"): end()
    default: break
    }
  }

  private mutating func begin(_ attributes: [String: String]) {
    // In playlists a track is a reference without a place.
    guard let location = attributes["Location"] else { return }
    var track = ImportedTrack()
    track.path = Self.path(location)
    track.title = attributes["Name"]
    track.artist = attributes["Artist"]
    track.duration = AttributeNumber.decimal(attributes["TotalTime"])
    track.beatsPerMinute = AttributeNumber.tempo(attributes["AverageBpm"])
    track.key = attributes["Tonality"].flatMap { MusicalKey($0) }
    let stars = AttributeNumber.integer(attributes["Rating"]).flatMap { StarRating.stars($0) }
    track.rating = stars.flatMap { $0 > 0 ? $0 : nil }
    current = track
    stretches = []
    beatsPerBar = 4
  }

  private mutating func tempo(_ attributes: [String: String]) {
    guard current != nil, let start = AttributeNumber.position(attributes["Inizio"]),
      let tempo = AttributeNumber.tempo(attributes["Bpm"])
    else { return }
    let meter = attributes["Metro"]?.split(separator: "/").first.flatMap { Int($0) }
    if stretches.isEmpty, let meter, (1...32).contains(meter) { beatsPerBar = meter }
    let beat = AttributeNumber.integer(attributes["Battito"]) ?? 1
    stretches.append(
      .init(start: start, beatsPerMinute: tempo, beatInBar: min(max(beat, 1), beatsPerBar)))
  }

  private mutating func mark(_ attributes: [String: String]) {
    guard current != nil, let start = AttributeNumber.position(attributes["Start"]), start >= 0
    else { return }
    let type = AttributeNumber.integer(attributes["Type"]) ?? 0
    guard let kind = RekordboxXML.markTypes.first(where: { $0.number == type })?.kind else {
      return
    }
    let end = AttributeNumber.position(attributes["End"])
    let slot = AttributeNumber.integer(attributes["Num"]) ?? -1
    let parts = ["Red", "Green", "Blue"].map { AttributeNumber.integer(attributes[$0]) }
    var color: Int?
    if let red = parts[0], let green = parts[1], let blue = parts[2],
      [red, green, blue].allSatisfy((0...255).contains)
    {
      color = red << 16 | green << 8 | blue
    }
    let name = attributes["Name"].flatMap { $0.isEmpty ? nil : $0 }
    current?.cues.append(
      CuePoint(
        kind: kind, position: start, length: end.flatMap { $0 > start ? $0 - start : nil },
        slot: slot >= 0 ? slot : nil, name: name, color: color))
  }

  private mutating func end() {
    guard var track = current else { return }
    current = nil
    if !stretches.isEmpty {
      stretches.sort { $0.start < $1.start }
      track.grid = PiecewiseGrid(stretches: stretches, beatsPerBar: beatsPerBar)
    }
    tracks.append(track)
  }

  /// The path of a file URL: without the host, and without the slash before a drive.
  static func path(_ location: String) -> [UInt8] {
    var rest = location[...]
    for scheme in ["file://localhost", "file://"] where rest.hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
      break
    }
    let bytes = PercentEncoding.decoded(String(rest))
    let hasDrive = bytes.count > 2 && bytes[0] == UInt8(ascii: "/") && bytes[2] == UInt8(ascii: ":")
    return PathMapping.slashed(hasDrive ? Array(bytes.dropFirst()) : bytes)
  }
}

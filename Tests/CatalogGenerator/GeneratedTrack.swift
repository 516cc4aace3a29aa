import TestSupport

/// A track by chance.
struct GeneratedTrack {
  let addedAt: Int
  let codec: String
  let duration: Double
  let bpm: Double?
  let bpmConfidence: Double?
  let stability: Double
  let key: Int?
  let keyConfidence: Double?
  let tuning: Double
  let lufs: Double
  let range: Double
  let truePeak: Double
  let energy: Double
  let pace: Double
  let sectionCount: Int
  let title: String
  let artist: String
  let album: String
  let genre: String
  let year: Int
  let number: Int
  let tagBPM: Double?

  var path: String { "/music/\(artist)/\(album)/\(number) \(title).\(codec)" }

  init(id: Int, random: inout SeededGenerator) {
    addedAt = 1_600_000_000 + id
    codec = ["mp3", "mp3", "flac", "flac", "vorbis"].randomElement(using: &random) ?? "mp3"
    duration = 120 + 300 * random.nextFraction()
    let heap = Self.tempoHeaps.randomElement(using: &random) ?? (124, 8)
    let tempo = heap.center + heap.spread * random.nextBell()
    // Half of all dance music is at a whole number.
    let exact = random.nextFraction() < 0.5 ? tempo.rounded() : tempo
    bpm = random.nextFraction() < 0.03 ? nil : max(exact, 40)
    bpmConfidence = bpm == nil ? nil : random.nextFraction()
    stability = 1 - 0.2 * random.nextFraction()
    let isMinor = random.nextFraction() < 0.6
    let number = Int(random.next() % 12)
    key = random.nextFraction() < 0.05 ? nil : number * 2 + (isMinor ? 0 : 1)
    keyConfidence = key == nil ? nil : random.nextFraction()
    tuning = 8 * random.nextBell()
    lufs = -9 + 3 * random.nextBell()
    range = 3 + 8 * random.nextFraction()
    truePeak = 0.2 + 0.5 * random.nextBell()
    energy = 1 + 9 * random.nextFraction()
    title = Self.words(1 + Int(random.next() % 3), &random)
    // Twenty tracks to an artist, ten to an album.
    artist = Self.name(of: id / 20)
    album = Self.name(of: id / 10 + 1_000_000)
    genre = Self.genres.randomElement(using: &random) ?? "House"
    year = 1970 + Int(random.next() % 56)
    self.number = 1 + id % 10
    tagBPM = random.nextFraction() < 0.3 ? bpm.map { $0.rounded() } : nil
    pace = 3 + 27 * random.nextFraction()
    sectionCount = 1 + Int(random.next() % 12)
  }

  private static let tempoHeaps: [(center: Double, spread: Double)] = [
    (124, 4), (128, 3), (138, 5), (174, 3), (92, 8), (110, 12), (70, 6),
  ]
  private static let genres = [
    "House", "Techno", "Trance", "Drum & Bass", "Hip-Hop", "Ambient", "Disco", "Rock", "Pop",
    "Jazz", "Dub", "Electro",
  ]
  private static let syllables = [
    "ka", "lo", "mi", "ra", "ten", "sol", "ver", "da", "no", "zu", "pe", "rin", "ha", "ost", "bel",
    "qua",
  ]

  private static func words(_ count: Int, _ random: inout SeededGenerator) -> String {
    (0..<count).map { _ in name(of: Int(random.next() % 4096)) }.joined(separator: " ")
  }

  /// A word for a number, the same for the same.
  private static func name(of number: Int) -> String {
    var rest = number
    var name = ""
    repeat {
      name += syllables[rest % syllables.count]
      rest /= syllables.count
    } while rest > 0
    return name
  }
}

extension SeededGenerator {
  /// Evenly spread in 0..<1.
  fileprivate mutating func nextFraction() -> Double {
    Double(next() >> 11) / 9_007_199_254_740_992
  }

  /// Roughly normal, mean 0, deviation 1: the sum of twelve evenly spread numbers.
  fileprivate mutating func nextBell() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + nextFraction() }
  }
}

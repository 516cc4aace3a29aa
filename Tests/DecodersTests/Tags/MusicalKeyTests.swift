import FoundationEssentials
import Testing

@testable import Decoders

@Suite struct MusicalKeyTests {
  @Test(arguments: [
    // Musical, ID3's TKEY.
    ("C", "C", "8B"), ("Am", "Am", "8A"), ("A", "A", "11B"), ("F#m", "F#m", "11A"),
    ("Db", "Db", "3B"), ("C#", "Db", "3B"), ("C#m", "C#m", "12A"), ("Dbm", "C#m", "12A"),
    ("G♯m", "G#m", "1A"), ("A♭m", "G#m", "1A"), ("B♭", "Bb", "6B"), ("Cb", "B", "1B"),
    ("E#m", "Fm", "4A"), ("Fb", "E", "12B"), ("B#", "C", "8B"), ("Ebm", "Ebm", "2A"),
    ("B", "B", "1B"), ("Bm", "Bm", "10A"), ("Bbm", "Bbm", "3A"), ("bbm", "Bbm", "3A"),
    // Words, in either case, with any separator.
    ("A minor", "Am", "8A"), ("a minor", "Am", "8A"), ("A MINOR", "Am", "8A"),
    ("Amin", "Am", "8A"), ("A min", "Am", "8A"), ("a-min", "Am", "8A"), ("Dbmaj", "Db", "3B"),
    ("D flat major", "Db", "3B"), ("F sharp minor", "F#m", "11A"), ("F-sharp minor", "F#m", "11A"),
    ("F# Major", "F#", "2B"), ("EB MINOR", "Ebm", "2A"), ("c#maj", "Db", "3B"),
    ("am", "Am", "8A"), ("c#m", "C#m", "12A"), ("AM", "A", "11B"), ("aM", "A", "11B"),
    ("A m", "Am", "8A"), ("  G  ", "G", "9B"), ("Em\0", "Em", "9A"),
    // German.
    ("C-Dur", "C", "8B"), ("a-Moll", "Am", "8A"), ("fis-moll", "F#m", "11A"),
    ("Fis", "F#", "2B"), ("Fism", "F#m", "11A"), ("Es-Dur", "Eb", "5B"), ("es-moll", "Ebm", "2A"),
    ("As-Dur", "Ab", "4B"), ("gis moll", "G#m", "1A"), ("Des-Dur", "Db", "3B"),
    ("B-Dur", "Bb", "6B"), ("b-moll", "Bbm", "3A"), ("H-Dur", "B", "1B"), ("h-moll", "Bm", "10A"),
    ("H", "B", "1B"), ("Hm", "Bm", "10A"), ("Bb-Dur", "Bb", "6B"), ("F#-Moll", "F#m", "11A"),
    ("His-Dur", "C", "8B"), ("Ces Dur", "B", "1B"),
    // Camelot and Open Key.
    ("8A", "Am", "8A"), ("8a", "Am", "8A"), ("08B", "C", "8B"), ("12b", "E", "12B"),
    ("1A", "G#m", "1A"), ("8 A", "Am", "8A"), ("1m", "Am", "8A"), ("1d", "C", "8B"),
    ("12m", "Dm", "7A"), ("7D", "F#", "2B"), ("04M", "F#m", "11A"),
    // With a tuning.
    ("04B -50cents", "Ab", "4B"), ("A#m +50", "Bbm", "3A"), ("Am +12 cents", "Am", "8A"),
    ("8A-3", "Am", "8A"), ("F#m −7 ct", "F#m", "11A"), ("A-moll +5", "Am", "8A"),
  ])
  func `a key is read in every notation`(text: String, shortName: String, camelot: String) throws {
    let key = try #require(MusicalKey(text))
    #expect(key.shortName == shortName)
    #expect(key.camelot == camelot)
  }

  @Test(arguments: [
    "", " ", "o", "O", "a", "c#", "bb", "h", "fis", "I", "X", "Hb", "H#", "Bis-Dur", "Hes-Dur",
    "0A", "13A", "00B", "8C", "8", "A8", "8AA", "123A", "0m", "13d", "Abb", "A##", "A#b", "BB",
    "Amm", "A minor major", "minor", "m", "-", "#", "b", "A-", "Am7", "Csus4", "C/E", "Am +500",
    "Am +50 apples", "+50", "Es-minor-", "Ås-Dur", "8Å", "All", "Beat", "Grime", "Em\u{0301}",
    "１A", "Am Am Am Am Am Am Am Am Am Am Am Am Am Am Am",
  ])
  func `what is no key is refused`(text: String) {
    #expect(MusicalKey(text) == nil)
  }

  @Test(arguments: [("Am", 0), ("04B -50cents", -50), ("A#m +50", 50), ("A −3 cent", -3)])
  func `a tuning is read beside the key`(text: String, cents: Int) throws {
    #expect(try #require(KeyNotation.read(text)).cents == cents)
  }

  @Test(arguments: MusicalKey.all)
  func `each notation of each key reads back as that key`(key: MusicalKey) throws {
    #expect(MusicalKey(key.camelot) == key)
    #expect(MusicalKey(key.openKey) == key)
    #expect(MusicalKey(key.name) == key)
    #expect(MusicalKey(key.shortName) == key)
    #expect(MusicalKey(camelotNumber: key.camelotNumber, mode: key.mode) == key)
    #expect(key.shortName.utf8.count <= 3)
    #expect(key.transposed(bySemitones: -5).transposed(bySemitones: 17) == key)
    let coded = try JSONEncoder().encode([key])
    #expect(try JSONDecoder().decode([MusicalKey].self, from: coded) == [key])
  }

  /// Every way in which programs and people write a key, from its parts.
  static func notations(of key: MusicalKey) -> [String] {
    let flats = ["C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B"]
    let sharps = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
    let german = ["C", "Des", "D", "Es", "E", "F", "Ges", "G", "As", "A", "B", "H"]
    let germanSharps = ["C", "Cis", "D", "Dis", "E", "F", "Fis", "G", "Gis", "A", "Ais", "H"]
    let isMinor = key.mode == .minor
    var texts: [String] = []
    for names in [flats, sharps] {
      let name = names[key.pitchClass]
      let signed = name.map { $0 == "#" ? "♯" : $0 == "b" ? "♭" : $0 }.map(String.init).joined()
      let words = name.replacing("#", with: " sharp").replacing(/([A-G])b/) { "\($0.1) flat" }
      for mode in isMinor
        ? ["m", "min", " min", " minor", " Minor", "-minor"]
        : ["", "maj", " maj", " major", " Major", "M"]
      {
        texts += [name + mode, signed + mode]
      }
      texts.append(words + (isMinor ? " minor" : " major"))
    }
    for names in [german, germanSharps] {
      let name = names[key.pitchClass]
      texts +=
        isMinor ? [name.lowercased() + "-Moll", name + " moll"] : [name + "-Dur", name + " dur"]
    }
    let (camelot, open) = (key.camelotNumber, (key.camelotNumber + 4) % 12 + 1)
    let zero = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    let (letter, small) = isMinor ? ("A", "m") : ("B", "d")
    texts += ["\(camelot)\(letter)", "\(camelot)\(letter.lowercased())", zero(camelot) + letter]
    texts += ["\(open)\(small)", zero(open) + small]
    return texts
  }

  @Test(arguments: MusicalKey.all)
  func `every notation of a key means that key, with a tuning or without`(key: MusicalKey) {
    for text in Self.notations(of: key) {
      #expect(MusicalKey(text) == key, "\(text)")
      for cents in [-50, 7] {
        let tuned = TaggedKey(text + (cents < 0 ? " \(cents) cents" : " +\(cents)cents"))
        #expect(tuned == .key(key, cents: cents), "\(text)")
      }
    }
  }

  @Test(
    arguments: [
      ("", nil), ("  ", nil), ("\0", nil), ("o", .offKey), (" o ", .offKey), ("All", .unreadable),
      ("13A", .unreadable), ("O", .unreadable),
      ("8A", .key(MusicalKey(pitchClass: 9, mode: .minor), cents: 0)),
    ] as [(String, TaggedKey?)])
  func `off key, unreadable and absent are three things`(text: String, meaning: TaggedKey?) {
    #expect(TaggedKey(text) == meaning)
  }

  @Test func `there are 24 keys, in the order of the Camelot wheel`() {
    #expect(Set(MusicalKey.all).count == 24)
    #expect(MusicalKey.all.sorted() == MusicalKey.all)
    #expect(MusicalKey.all.map(\.camelot).prefix(4) == ["1A", "1B", "2A", "2B"])
    #expect(MusicalKey.all.map(\.camelot).suffix(4) == ["11A", "11B", "12A", "12B"])
  }

  @Test func `a fifth up is the next number, and a relative key has the same`() {
    for key in MusicalKey.all {
      let fifthUp = key.transposed(bySemitones: 7)
      #expect(fifthUp.camelotNumber == key.camelotNumber % 12 + 1)
      guard key.mode == .major else { continue }
      let relative = MusicalKey(pitchClass: key.pitchClass - 3, mode: .minor)
      #expect(relative.camelotNumber == key.camelotNumber)
    }
  }

  @Test func `an unknown name does not decode`() {
    #expect(throws: Swift.DecodingError.self) {
      try JSONDecoder().decode([MusicalKey].self, from: Data("[\"8Z\"]".utf8))
    }
  }
}

import Decoders
import Testing

@testable import Catalog

@Suite("Finding files by other systems' paths")
struct PathMatcherTests {
  private static let files: [(path: FilePath, duration: Double)] = [
    ("/srv/music/House/Röyksopp/01 Eple.mp3", 216), ("/srv/music/Live/01 Eple.mp3", 240),
    ("/srv/music/House/intro.wav", 30), ("/srv/old/House/intro.wav", 30),
    ("/srv/music/single.mp3", 200),
  ]
  private let matcher = PathMatcher(files: files)

  private func match(_ path: String, _ duration: Double? = nil) -> PathMatcher.Match {
    matcher.match(Array(path.utf8), duration: duration)
  }

  @Test("the very path")
  func exact() { #expect(match("/srv/music/Live/01 Eple.mp3") == .found(1, .path)) }

  @Test("the longest end of the path, capitals and spelling aside")
  func suffix() {
    // Mac has names decomposed.
    #expect(match("/Volumes/USB/house/Ro\u{308}yksopp/01 EPLE.mp3") == .found(0, .suffix))
    #expect(match("D:/Musik/Live/01 Eple.mp3") == .found(1, .suffix))
  }

  @Test("a name alone needs the length to agree")
  func name() {
    #expect(match("D:/x/single.mp3") == .none)
    #expect(match("D:/x/single.mp3", 201) == .found(4, .suffix))
    #expect(match("D:/x/single.mp3", 300) == .none)
    #expect(match("D:/x/01 Eple.mp3", 239.5) == .found(1, .suffix))
  }

  @Test("two that end alike are not guessed between")
  func ambiguous() {
    #expect(match("D:/House/intro.wav", 30) == .ambiguous)
    #expect(match("D:/House/intro.wav") == .ambiguous)
    #expect(match("D:/nothing.wav", 30) == .none)
    #expect(match("") == .none)
  }

  @Test("a mapping says which folder is which")
  func mapping() throws {
    let mapping = try #require(PathMapping("D:\\Sets\\=/srv/old"))
    let matcher = PathMatcher(files: Self.files, mappings: [mapping])
    let path = PathMapping.slashed(Array("d:\\sets\\House\\intro.wav".utf8))
    #expect(matcher.match(path, duration: nil) == .found(3, .mapping))
    #expect(PathMapping("nothing") == nil && PathMapping("=x") == nil)
  }
}

import Testing

@testable import Catalog

@Suite struct PathGlobTests {
  private func matches(_ pattern: String, _ path: String, isFolder: Bool = false) throws -> Bool {
    let glob = try #require(PathGlob(pattern.utf8))
    return glob.matches(path.split(separator: "/").map { Array($0.utf8) }, isFolder: isFolder)
  }

  @Test(arguments: [
    ("a.mp3", "a.mp3"), ("a.mp3", "x/y/a.mp3"), ("*.tmp.flac", "x/b.tmp.flac"), ("*", "anything"),
    ("?.mp3", "q.mp3"), ("[a-c]x", "bx"), ("[!a-c]x", "dx"), ("[]]", "]"), ("[a-]", "-"),
    ("/a.mp3", "a.mp3"), ("a/*.mp3", "a/b.mp3"), ("a/**", "a/b/c.mp3"), ("**/b/*.mp3", "b/x.mp3"),
    ("**/b/*.mp3", "a/q/b/x.mp3"), ("a/**/z", "a/z"), ("a/**/z", "a/b/c/z"), ("\\*", "*"),
    ("\\#1", "#1"), ("a*b*c", "axxbyybzc"), ("*.mp3", ".mp3"), ("[", "["), ("*é*", "caf\u{E9} x"),
  ])
  func `fits`(pattern: String, path: String) throws {
    #expect(try matches(pattern, path))
  }

  @Test(arguments: [
    ("a.mp3", "b.mp3"), ("a.mp3", "a.mp3/x"), ("/a.mp3", "x/a.mp3"), ("a/*.mp3", "a/b/c.mp3"),
    ("a/*.mp3", "x/a/b.mp3"), ("a/**", "a"), ("?", "ab"), ("?", ""), ("[a-c]x", "dx"),
    ("[!a-c]x", "ax"), ("[c-a]x", "bx"), ("\\*", "x"), ("a*b", "ab c"), ("x/", "x"), ("A", "a"),
  ])
  func `does not fit`(pattern: String, path: String) throws {
    #expect(try !matches(pattern, path))
  }

  @Test func `a slash at the end is for folders, at any depth`() throws {
    #expect(try matches("Incoming/", "Incoming", isFolder: true))
    #expect(try matches("Incoming/", "a/Incoming", isFolder: true))
    #expect(try !matches("Incoming/", "a/Incoming"))
    #expect(try matches("a/b/", "a/b", isFolder: true))
    #expect(try !matches("a/b/", "x/a/b", isFolder: true))
  }

  @Test func `nothing is no pattern`() {
    for text in ["", "/", "//"] { #expect(PathGlob(text.utf8) == nil) }
  }

  @Test func `a hostile pattern does not take for ever`() throws {
    let stars = String(repeating: "*a", count: 200)
    #expect(try !matches(stars, String(repeating: "a", count: 5000) + "b"))
  }
}

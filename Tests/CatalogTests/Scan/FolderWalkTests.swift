import Decoders
import Glibc
import TestSupport
import Testing

@testable import Catalog

@Suite struct FolderWalkTests {
  private let root = TemporaryDirectory()

  private func link(_ target: String, _ name: String) {
    let made = root.appending(name).withCString { name in
      target.withCString { symlink($0, name) }
    }
    #expect(made == 0)
  }

  /// The files found, relative to the root.
  private func walk(_ roots: [FilePath]? = nil) -> [String] {
    FolderWalk(roots: roots ?? [root.path]).flatMap(\.files).map { name(of: $0.path) }
  }

  private func name(of path: FilePath) -> String {
    FilePath(bytes: path.bytes.dropFirst(root.path.bytes.count + 1)).displayText
  }

  @Test func `audio files are found at any depth, in byte order, files before folders`() {
    for folder in ["b", "a", "a/c", "Z"] { root.makeFolder(folder) }
    for file in ["b/2.mp3", "b/10.flac", "a/c/x.OGG", "a/y.wav", "z.opus", "Z/q.aiff"] {
      root.write([1], to: file)
    }
    #expect(
      walk() == ["z.opus", "Z/q.aiff", "a/y.wav", "a/c/x.OGG", "b/10.flac", "b/2.mp3"])
  }

  @Test func `other files, names without an ending and hidden names are passed over`() {
    root.makeFolder(".hidden")
    root.makeFolder("album.mp3")
    for file in [
      "cover.jpg", "song", ".x.mp3", ".hidden/y.mp3", "mp3", "a.mp3.part", "album.mp3/z.mp3",
      "k.m4a",
    ] { root.write([1], to: file) }
    #expect(walk() == ["k.m4a", "album.mp3/z.mp3"])
  }

  @Test func `a hidden folder is walked when it is named`() {
    root.makeFolder(".music")
    root.write([1], to: ".music/a.mp3")
    #expect(walk([root.appending(".music")]) == [".music/a.mp3"])
  }

  @Test func `a root may be a file of any name`() {
    root.write([1], to: "song")
    root.write([1], to: "x.mp3")
    #expect(walk([root.appending("song"), root.appending("x.mp3")]) == ["song", "x.mp3"])
  }

  @Test func `links that lead back end, and dangling links are nothing`() {
    root.makeFolder("a")
    root.makeFolder("a/b")
    root.write([1], to: "a/b/x.mp3")
    link(".", "self")
    link("..", "a/up")
    link("../..", "a/b/top")
    link("b.mp3", "a/a.mp3")
    link("a.mp3", "a/b.mp3")
    link("nowhere", "gone.mp3")
    link("nowhere", "gone")
    #expect(walk() == ["a/b/x.mp3"])
  }

  @Test func `a linked folder is walked once, and under its own name if it lies within the root`() {
    let outside = TemporaryDirectory()
    outside.makeFolder("far")
    outside.write([1], to: "far/far.mp3")
    root.makeFolder("z")
    root.write([1], to: "z/near.mp3")
    link("z", "a")
    link(outside.path.utf8Text ?? "", "out")
    link(outside.appending("far").utf8Text ?? "", "out2")
    #expect(
      walk() == ["z/near.mp3", "out/far/far.mp3"])
    #expect(walk() == walk())
  }

  @Test func `a linked file and a hard link are files of their own`() throws {
    root.write([1], to: "a.mp3")
    link("a.mp3", "b.mp3")
    let linked = root.appending("a.mp3").withCString { old in
      root.appending("c.mp3").withCString { Glibc.link(old, $0) }
    }
    try #require(linked == 0)
    #expect(walk() == ["a.mp3", "b.mp3", "c.mp3"])
  }

  @Test func `names are bytes`() {
    let names: [[UInt8]] = [
      Array("a\n.mp3".utf8), [0x61, 0xE9] + Array(".wav".utf8), [0xFF, 0xFE] + Array(".flac".utf8),
      Array("e\u{301}.mp3".utf8), Array("\u{E9}.mp3".utf8), Array("100%#?.ogg".utf8),
      [UInt8](repeating: 0x78, count: 251) + Array(".mp3".utf8),
    ]
    for name in names { root.write([1], to: root.path.appending(name)) }
    let found = FolderWalk(roots: [root.path]).flatMap(\.files).map(\.path)
    #expect(Set(found) == Set(names.map { root.path.appending($0) }))
    #expect(found == found.sorted())
  }

  @Test func `pipes are neither opened nor listed`() throws {
    let made = root.appending("pipe.mp3").withCString { mkfifo($0, 0o644) }
    try #require(made == 0)
    #expect(walk().isEmpty)
    let folder = try #require(Array(FolderWalk(roots: [root.appending("pipe.mp3")])).first)
    #expect(folder.problems.count == 1)
  }

  @Test func `a folder that may not be read is a problem, and its neighbours are walked`() throws {
    for folder in ["a", "b", "c"] {
      root.makeFolder(folder)
      root.write([1], to: "\(folder)/x.mp3")
    }
    let chmodFolder = { (name: FilePath, mode: mode_t) in name.withCString { chmod($0, mode) } }
    try #require(chmodFolder(root.path, 0o755) == 0)
    try #require(chmodFolder(root.appending("b"), 0) == 0)
    defer { _ = chmodFolder(root.appending("b"), 0o755) }
    let folders = withoutPrivileges { Array(FolderWalk(roots: [root.path])) }
    #expect(folders.flatMap(\.files).map { name(of: $0.path) } == ["a/x.mp3", "c/x.mp3"])
    let problem = try #require(folders.flatMap(\.problems).first)
    #expect(name(of: problem.identity.path) == "b")
    #expect(problem.errno == EACCES)
    #expect(problem.identity.inode != 0)
  }

  @Test func `a root that does not exist is a problem`() throws {
    let folders = Array(FolderWalk(roots: [root.appending("absent")]))
    #expect(folders.count == 1)
    #expect(folders.first?.problems.first?.errno == ENOENT)
    #expect(folders.first?.device == nil)
  }

  @Test func `paths longer than the system takes at once are walked`() throws {
    // Made step by step, as they are walked.
    let name = String(repeating: "d", count: 250)
    var base = root.path.withCString { open($0, O_RDONLY | O_DIRECTORY) }
    for _ in 0..<18 {
      try #require(mkdirat(base, name, 0o755) == 0)
      let next = openat(base, name, O_RDONLY | O_DIRECTORY)
      try #require(next >= 0)
      close(base)
      base = next
    }
    let file = openat(base, "deep.mp3", O_WRONLY | O_CREAT, 0o644)
    try #require(file >= 0)
    close(file)
    close(base)
    let found = FolderWalk(roots: [root.path]).flatMap(\.files).map(\.path)
    #expect(found.count == 1)
    #expect((found.first?.bytes.count ?? 0) > 4500)
    let path = try #require(found.first)
    #expect(FileIdentity(of: path)?.inode != 0)
    // Swept up here: the temporary folder's own removal does not reach so deep.
    removeDeep(name: name, levels: 18)
  }

  private func removeDeep(name: String, levels: Int) {
    var bases = [root.path.withCString { open($0, O_RDONLY | O_DIRECTORY) }]
    for _ in 0..<levels {
      bases.append(openat(bases[bases.count - 1], name, O_RDONLY | O_DIRECTORY))
    }
    unlinkat(bases[levels], "deep.mp3", 0)
    for level in (0..<levels).reversed() { unlinkat(bases[level], name, AT_REMOVEDIR) }
    for base in bases { close(base) }
  }

  // MARK: - Exclusions

  @Test func `what is excluded is passed over, at any depth or from the root`() {
    for folder in ["Incoming", "a", "a/Incoming", "a/b"] { root.makeFolder(folder) }
    for file in [
      "x.mp3", "x.tmp.mp3", "Incoming/1.mp3", "a/Incoming/2.mp3", "a/x.mp3", "a/b/y.tmp.mp3",
      "a/b/z.mp3",
    ] { root.write([1], to: file) }
    func walk(_ patterns: String...) -> [String] {
      FolderWalk(roots: [root.path], excluding: patterns).flatMap(\.files).map {
        name(of: $0.path)
      }
    }
    #expect(walk("Incoming/", "*.tmp.mp3") == ["x.mp3", "a/x.mp3", "a/b/z.mp3"])
    #expect(
      walk("/Incoming", "/x.mp3", "a/b") == ["x.tmp.mp3", "a/x.mp3", "a/Incoming/2.mp3"])
    #expect(walk("*.mp3", "!z.mp3") == ["a/b/z.mp3"])
    #expect(walk("*").isEmpty)
  }

  @Test func `a folder may say what to pass over below it`() {
    for folder in ["a", "a/b", "c"] { root.makeFolder(folder) }
    for file in ["a/1.mp3", "a/2.mp3", "a/b/1.mp3", "a/b/2.mp3", "a/b/3.mp3", "c/1.mp3"] {
      root.write([1], to: file)
    }
    root.write(Array("# not these\r\n\n1.mp3\n/b/2.mp3  \n\\#x\n".utf8), to: "a/.mucatignore")
    root.write(Array("!1.mp3\n3.*".utf8), to: "a/b/.mucatignore")
    #expect(walk() == ["a/2.mp3", "a/b/1.mp3", "c/1.mp3"])
    // From the command line, for the whole root; the folder's own word comes later and wins.
    let files = FolderWalk(roots: [root.path], excluding: ["*.mp3"]).flatMap(\.files)
    #expect(files.map { name(of: $0.path) } == ["a/b/1.mp3"])
  }

  @Test func `rules that are no text hurt nobody`() {
    root.makeFolder("a")
    root.write([1], to: "a/x.mp3")
    root.write([0, 255, 10, 91, 10, 33, 10, 47, 47, 10, 92], to: "a/.mucatignore")
    #expect(walk() == ["a/x.mp3"])
    root.makeFolder("b")
    root.makeFolder("b/.mucatignore")
    root.write([1], to: "b/y.mp3")
    #expect(walk() == ["a/x.mp3", "b/y.mp3"])
    let problems = FolderWalk(roots: [root.path]).flatMap(\.problems)
    #expect(problems.map { name(of: $0.identity.path) } == ["b/.mucatignore"])
  }
}

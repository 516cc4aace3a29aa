import Glibc
import TestSupport
import Testing

@testable import Decoders

/// What the system knows of a file, as numbers to compare.
func identity(_ path: FilePath) throws -> [Int] {
  var status = stat()
  try #require(path.withCString { lstat($0, &status) } == 0)
  return [Int(status.st_ino), Int(status.st_size), Int(status.st_mode), Int(status.st_nlink)]
}

@Suite("A new file in place of the old") struct ReplacementFileTests {
  private let folder = TemporaryDirectory()

  @Test("permissions stay, and the time of modification is new")
  func mode() throws {
    let path = TagSample.mp3.copy(to: folder)
    #expect(path.withCString { chmod($0, 0o640) } == 0)
    var times = [timespec(tv_sec: 1000, tv_nsec: 5), timespec(tv_sec: 2000, tv_nsec: 7)]
    #expect(path.withCString { utimensat(AT_FDCWD, $0, &times, 0) } == 0)
    _ = try AudioAsset(path: path).writeTags(TagSample.mp3.changes)
    var status = stat()
    #expect(path.withCString { lstat($0, &status) } == 0)
    #expect(status.st_mode & 0o7777 == 0o640)
    #expect(status.st_mtim.tv_sec > 2000)
    #expect(entries() == ["odd name.xyz"])
  }

  @Test("extended attributes stay, where the file system has them")
  func attributes() throws {
    let path = TagSample.flac.copy(to: folder)
    // Swift's Glibc does not have these calls.
    typealias Set =
      @convention(c) (
        UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32
      ) -> Int32
    typealias Get =
      @convention(c) (
        UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer, Int
      ) -> Int
    let program = dlopen(nil, RTLD_NOW)
    let set = unsafeBitCast(try #require(dlsym(program, "setxattr")), to: Set.self)
    let get = unsafeBitCast(try #require(dlsym(program, "getxattr")), to: Get.self)
    guard path.withCString({ set($0, "user.mucat.test", "heard", 5, 0) }) == 0 else { return }
    _ = try AudioAsset(path: path).writeTags(TagSample.flac.changes)
    var value = [UInt8](repeating: 0, count: 16)
    #expect(path.withCString { get($0, "user.mucat.test", &value, 16) } == 5)
    #expect(value.starts(with: Array("heard".utf8)))
  }

  @Test("through a symbolic link the file behind it is changed, and the link stays")
  func symbolicLink() throws {
    let path = TagSample.mp3.copy(to: folder, named: "real.mp3")
    let link = folder.appending("link.mp3")
    #expect(link.withCString { symlink("real.mp3", $0) } == 0)
    _ = try AudioAsset(path: link).writeTags(TagSample.mp3.changes)
    var status = stat()
    #expect(link.withCString { lstat($0, &status) } == 0)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
    #expect(AudioAsset(path: path).tags().key == "8A")
  }

  @Test("a file of two names is refused, and stays")
  func hardLink() throws {
    let path = TagSample.mp3.copy(to: folder, named: "one.mp3")
    let other = folder.appending("two.mp3")
    let code = path.withCString { from in other.withCString { link(from, $0) } }
    #expect(code == 0)
    let before = try identity(path)
    #expect(throws: TagWritingError.hardLinked(count: 2)) {
      try AudioAsset(path: path).writeTags(TagSample.mp3.changes)
    }
    #expect(try identity(path) == before)
    #expect(entries() == ["one.mp3", "two.mp3"])
  }

  @Test("a file that changed after it was read is left alone")
  func changed() throws {
    let path = TagSample.mp3.copy(to: folder)
    let source = try InputFile(path: path)
    let replacement = try ReplacementFile(for: path, source: source)
    try replacement.write(replacing: [FileSplice(range: 0..<0, bytes: [1, 2, 3])])
    folder.write(Fixture.bytes("clicks_vbr.mp3"), to: path)
    #expect(throws: TagWritingError.changed) { try replacement.putInPlace() }
    #expect(TemporaryDirectory.contents(of: path) == Fixture.bytes("clicks_vbr.mp3"))
  }

  @Test("parts are replaced, cut and put in; the rest is copied")
  func splices() throws {
    let path = folder.write(Array("0123456789".utf8), to: "text")
    let source = try InputFile(path: path)
    do {
      let replacement = try ReplacementFile(for: path, source: source)
      try replacement.write(replacing: [
        FileSplice(at: 1, replacing: 2, by: Array("ab".utf8)), FileSplice(range: 4..<6, bytes: []),
        FileSplice(range: 10..<10, bytes: Array("!".utf8)),
      ])
      try replacement.putInPlace()
    }
    #expect(TemporaryDirectory.contents(of: path) == Array("0ab36789!".utf8))
    #expect(entries() == ["text"])
  }

  @Test("what a killed process left is removed, and what a living one works on is not")
  func leftovers() throws {
    let path = folder.write([1, 2, 3], to: "text")
    let source = try InputFile(path: path)
    let living = try ReplacementFile(for: path, source: source)
    folder.write([0], to: ".mucat-tag-dead.tmp")
    folder.write([0], to: ".mucat-tag-other.txt")
    AudioAsset.removeTagWritingLeftovers(in: folder.path)
    let name = String(decoding: living.path.lastComponent.bytes, as: UTF8.self)
    #expect(entries() == [name, ".mucat-tag-other.txt", "text"].sorted())
  }

  @Test("a folder that may not be written to refuses")
  func readOnlyFolder() async throws {
    let inner = folder.makeFolder("inner")
    let path = folder.write(Fixture.bytes("clicks_cbr.mp3"), to: inner.appending("a.mp3".utf8))
    #expect(inner.withCString { chmod($0, 0o555) } == 0)
    defer { _ = inner.withCString { chmod($0, 0o755) } }
    // The administrator may do anything.
    guard geteuid() != 0 else { return }
    #expect(throws: TagWritingError.io(errno: EACCES)) {
      try AudioAsset(path: path).writeTags(TagSample.mp3.changes)
    }
  }

  private func entries() -> [String] {
    guard let stream = folder.path.withCString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix(while: { $0 != 0 }), as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

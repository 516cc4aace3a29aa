import Decoders
import Glibc
import TestSupport
import Testing

@testable import Catalog

@Suite struct ScanRootsTests {
  private func roots(_ paths: String...) -> [String] {
    ScanRoots(paths.map { FilePath($0) }, relativeTo: FilePath("/home/dj")).paths.map(\.displayText)
  }

  @Test func `relative roots begin from the current folder`() {
    #expect(roots("Music") == ["/home/dj/Music"])
    #expect(roots(".") == ["/home/dj"])
    #expect(roots("./Music//House/./") == ["/home/dj/Music/House"])
    #expect(roots("/") == ["/"])
  }

  @Test func `a root within another, or named twice, is walked once`() {
    #expect(roots("Music", "Music/House", "./Music/") == ["/home/dj/Music"])
    #expect(roots("m", "m2", "m_x", "m%x").count == 4)
    #expect(roots("/", "Music") == ["/"])
  }

  @Test func `two dots are resolved as the system does`() {
    let folder = TemporaryDirectory()
    folder.makeFolder("a")
    folder.makeFolder("a/b")
    let link = folder.appending("link")
    _ = link.withCString { name in "a/b".withCString { symlink($0, name) } }
    let path = ScanRoots.absolute(FilePath("link/../x"), relativeTo: folder.path)
    let resolvedFolder = ScanRoots.absolute(FilePath("a/../a/x"), relativeTo: folder.path)
    #expect(path == resolvedFolder)
    #expect(path.displayText.hasSuffix("/a/x"))
  }

  @Test func `a folder's name is not the beginning of another's`() {
    #expect(FilePath("/m/a").isWithin(FilePath("/m")))
    #expect(FilePath("/m").isWithin(FilePath("/m")))
    #expect(!FilePath("/m2/a").isWithin(FilePath("/m")))
    #expect(FilePath("/m").isWithin(FilePath("/")))
  }
}

import Decoders
import Glibc
import TestSupport
import Testing

@testable import Catalog

@Suite struct ScanLockTests {
  private let folder = TemporaryDirectory()

  @Test func `a second scan is told which process scans`() throws {
    let catalog = folder.appending("catalog.db")
    let lock = try ScanLock(catalog: catalog)
    #expect(throws: CatalogError.lockedByScan(pid: getpid())) { try ScanLock(catalog: catalog) }
    withExtendedLifetime(lock) {}
  }

  @Test func `a released lock can be taken again`() throws {
    let catalog = folder.appending("catalog.db")
    for _ in 0..<3 { _ = try ScanLock(catalog: catalog) }
  }

  @Test func `a lock file left by a crash locks nothing`() throws {
    folder.write(Array("4711\n".utf8), to: "catalog.db.lock")
    let lock = try ScanLock(catalog: folder.appending("catalog.db"))
    let text = TemporaryDirectory.contents(of: folder.appending("catalog.db.lock"))
    #expect(String(decoding: text, as: UTF8.self) == "\(getpid())\n")
    withExtendedLifetime(lock) {}
  }

  @Test func `a folder that is not there is said`() {
    let catalog = folder.appending("absent/catalog.db")
    #expect(
      throws: CatalogError.io(errno: ENOENT, path: ScanLock.path(for: catalog))
    ) { try ScanLock(catalog: catalog) }
  }
}

import Decoders
import TestSupport
import Testing

@testable import mucat

struct FileSystemTests {
  private let folder = TemporaryDirectory()

  @Test func `a file is replaced whole`() throws {
    let file = folder.write([1, 2, 3], to: "report")
    try FileSystem.write([4, 5], to: file)
    #expect(TemporaryDirectory.contents(of: file) == [4, 5])
  }

  @Test func `a folder that is not there is named`() {
    let file = folder.appending("absent/report")
    #expect { try FileSystem.write([1], to: file) } throws: { error in
      (error as? Failure)?.message == "mucat: \(file): No such file or directory"
    }
  }

  @Test func `what is there can be reached, and what is not has a reason`() {
    #expect(FileSystem.problem(reaching: folder.path) == nil)
    #expect(
      FileSystem.problem(reaching: folder.appending("absent")) == "No such file or directory")
  }
}

import Decoders
import Glibc
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

  @Test func `a device or a pipe is written into, not replaced`() throws {
    let pipe = folder.appending("pipe")
    #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
    let reader = pipe.withCString { open($0, O_RDWR | O_NONBLOCK) }
    defer { close(reader) }
    try FileSystem.write([7, 8], to: pipe)
    var bytes: [UInt8] = [0, 0, 0]
    #expect(read(reader, &bytes, 3) == 2 && bytes == [7, 8, 0])
    var status = stat()
    #expect(pipe.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test func `what is there can be reached, and what is not has a reason`() {
    #expect(FileSystem.problem(reaching: folder.path) == nil)
    #expect(
      FileSystem.problem(reaching: folder.appending("absent")) == "No such file or directory")
  }
}

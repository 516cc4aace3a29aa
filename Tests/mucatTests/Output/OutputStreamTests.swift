import Dispatch
import Glibc
import Synchronization
import Testing

@testable import mucat

struct OutputStreamTests {
  /// Both ends of a pipe, closed at the end.
  private final class Pipe {
    var ends: [Int32] = [0, 0]
    init() { #expect(pipe(&ends) == 0) }
    deinit { for end in ends where end >= 0 { close(end) } }

    func closeReader() {
      close(ends[0])
      ends[0] = -1
    }

    func read(_ count: Int) -> [UInt8] {
      var chunk = [UInt8](repeating: 0, count: count)
      return Array(chunk[..<max(0, Glibc.read(ends[0], &chunk, count))])
    }
  }

  @Test func `what is buffered comes out at a flush, in order`() throws {
    let pipe = Pipe()
    let stream = OutputStream(descriptor: pipe.ends[1], buffers: true)
    try stream.write("one ")
    try stream.write(line: "two")
    try stream.flush()
    #expect(pipe.read(100) == Array("one two\n".utf8))
  }

  @Test func `more than a pipe holds is written whole, even without blocking`() throws {
    let pipe = Pipe()
    _ = fcntl(pipe.ends[1], F_SETFL, O_NONBLOCK)
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let stream = OutputStream(descriptor: pipe.ends[1], buffers: false)
    let outcome = Mutex<Result<Void, any Error>?>(nil)
    let writer = DispatchGroup()
    DispatchQueue.global().async(group: writer) {
      outcome.withLock { $0 = Result { try stream.write(bytes: bytes) } }
    }
    var received: [UInt8] = []
    while received.count < bytes.count { received += pipe.read(65_536) }
    writer.wait()
    try outcome.withLock { $0 }?.get()
    #expect(received == bytes)
  }

  @Test func `a reader that went away is told apart from a failure`() {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    pipe.closeReader()
    let stream = OutputStream(descriptor: pipe.ends[1], buffers: false)
    #expect(throws: OutputError.closed) { try stream.write("x") }
    #expect(throws: OutputError.io(errno: EBADF)) {
      try OutputStream(descriptor: 9999, buffers: false).write("x")
    }
  }

  @Test func `in memory everything is kept`() throws {
    let stream = OutputStream()
    try stream.write("a")
    try stream.flush()
    try stream.write("b")
    #expect(stream.collected == Array("ab".utf8))
  }
}

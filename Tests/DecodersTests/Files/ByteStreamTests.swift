import Glibc
import TestSupport
import Testing

@testable import Decoders

@Suite struct ByteStreamTests {
  private let folder = TemporaryDirectory()

  @Test("reads of any size after seeks to any place give the file's bytes")
  func reads() throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let file = try InputFile(path: folder.write(bytes, to: "a"))
    let window = 1000..<190_000
    let stream = ByteStream(file: file, window: window)
    var generator = SeededGenerator(seed: 3)
    var room = [UInt8](repeating: 0, count: 70_000)
    for _ in 0..<60 {
      let place = Int.random(in: 0...window.count, using: &generator)
      let count = Int.random(in: 0...room.count, using: &generator)
      #expect(stream.seek(to: place, from: SEEK_SET) == place)
      let got = stream.read(into: &room, count: count)
      #expect(got == min(count, window.count - place))
      #expect(room[..<got].elementsEqual(bytes[1000 + place..<1000 + place + got]))
      #expect(stream.position == place + got)
    }
    #expect(stream.failure == nil)
  }

  @Test("seeking outside of the window is refused and moves nothing")
  func seeks() throws {
    let stream = ByteStream(file: try InputFile(path: folder.write([1, 2, 3, 4], to: "a")))
    #expect(stream.seek(to: -1, from: SEEK_END) == 3)
    #expect(stream.seek(to: 2, from: SEEK_END) == -1)
    #expect(stream.seek(to: -4, from: SEEK_CUR) == -1)
    #expect(stream.seek(to: .max, from: SEEK_CUR) == -1)
    #expect(stream.seek(to: 0, from: 77) == -1)
    #expect(stream.position == 3)
  }

  @Test("corrected bytes are shown in place of the file's, wherever a read begins")
  func correction() throws {
    let bytes = [UInt8](repeating: 5, count: 100)
    let file = try InputFile(path: folder.write(bytes, to: "a"))
    for start in 9...14 {
      let stream = ByteStream(file: file, window: 2..<100, correction: (10, [1, 2, 3]))
      _ = stream.seek(to: start, from: SEEK_SET)
      var room = [UInt8](repeating: 0, count: 6)
      #expect(stream.read(into: &room, count: 6) == 6)
      #expect(room == (start..<start + 6).map { (10...12).contains($0) ? UInt8($0 - 9) : 5 })
    }
  }

  @Test("a file that shrinks while it is read ends where it ends")
  func shrinking() throws {
    let path = folder.write([UInt8](repeating: 1, count: 1000), to: "a")
    let file = try InputFile(path: path)
    let stream = ByteStream(file: file)
    _ = path.withCString { truncate($0, 100) }
    var room = [UInt8](repeating: 0, count: 1000)
    #expect(stream.read(into: &room, count: 1000) == 100)
    #expect(stream.read(into: &room, count: 1000) == 0)
    #expect(stream.failure == nil)
  }
}

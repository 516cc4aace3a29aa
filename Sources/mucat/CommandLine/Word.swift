import Decoders

/// One word of the command line, as the bytes that the shell handed over.
///
/// Not a `String`: a file name need not be valid UTF-8, and decoding it would name another file.
struct Word: Hashable, Sendable, ExpressibleByStringLiteral {
  let bytes: [UInt8]

  init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  init(_ text: String) {
    self.init(bytes: text.utf8)
  }

  init(stringLiteral text: String) {
    self.init(text)
  }

  /// The word as text; bytes that are not UTF-8 become U+FFFD.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  var path: FilePath { FilePath(bytes: bytes) }

  /// The words that this process was started with, without the program's name.
  static func ofProcess() -> [Word] {
    (0..<Int(CommandLine.argc)).dropFirst().compactMap { index in
      CommandLine.unsafeArgv[index].map { start in
        Word(bytes: UnsafeBufferPointer(start: start, count: length(of: start)).map(UInt8.init))
      }
    }
  }

  private static func length(of start: UnsafePointer<CChar>) -> Int {
    var length = 0
    while start[length] != 0 { length += 1 }
    return length
  }
}

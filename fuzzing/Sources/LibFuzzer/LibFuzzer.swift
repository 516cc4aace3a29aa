import CFuzzing
import Glibc

/// `LibFuzzer TARGET [LIBFUZZER-ARGUMENT …]` feeds inputs to one target without end.
///
/// One program for all targets: `main` is ours, and libFuzzer's loop is entered through its library
/// interface. What is behind TARGET goes to libFuzzer (https://llvm.org/docs/LibFuzzer.html).
@main
struct LibFuzzer {
  static func main() {
    let words = CommandLine.arguments
    guard words.count > 1, FuzzTarget(rawValue: words[1]) != nil else {
      print("usage: LibFuzzer TARGET [ARG ...]\n")
      for target in FuzzTarget.allCases { print("  \(target.rawValue): \(target.summary)") }
      exit(64)
    }
    // A process for each input would cost a hundred times the parsers; `./run fuzz` does that.
    setenv("MUCAT_FFMPEG", "", 1)
    let rest = [words[0]] + words.dropFirst(2)
    var arguments: [UnsafeMutablePointer<CChar>?] = rest.map { strdup($0) } + [nil]
    exit(
      arguments.withUnsafeMutableBufferPointer { list in
        var count = Int32(list.count - 1)
        var base = list.baseAddress
        return LLVMFuzzerRunDriver(&count, &base, testOneInput)
      })
  }
}

/// The target that the command line names.
private let chosen = FuzzTarget(rawValue: CommandLine.arguments[1]) ?? .probe

/// Named as libFuzzer's own `main` wants it, which is linked in and never called.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  chosen.test(UnsafeRawBufferPointer(start: start, count: count))
  return 0
}

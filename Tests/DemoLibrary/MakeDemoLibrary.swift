import Decoders
import Glibc
import TestSupport

/// `DemoLibrary FOLDER` writes a small music library there: twelve songs of known tempo and key in
/// seven formats, and one file that only looks like music.
@main
struct MakeDemoLibrary {
  static func main() {
    guard CommandLine.arguments.count == 2 else {
      fputs("usage: DemoLibrary FOLDER\n", stderrStream())
      exit(64)
    }
    let root = FilePath(CommandLine.arguments[1])
    DemoLibrary.write(to: root) { folder in
      _ = folder.withCString { mkdir($0, 0o755) }
    }
    let broken = root.appending("Unfinished Download.mp3".utf8)
    guard let stream = broken.withCString({ fopen($0, "wb") }) else {
      perror("DemoLibrary")
      exit(2)
    }
    fputs("<html><body>404 Not Found</body></html>\n", stream)
    fclose(stream)
  }

  /// The C global `stderr` is mutable, which Swift 6 rejects; this opens the descriptor anew.
  private static func stderrStream() -> UnsafeMutablePointer<FILE> {
    fdopen(2, "w")
  }
}

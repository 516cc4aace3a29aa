import Decoders
import Glibc
import TestSupport
import Testing

@testable import mucat

/// File systems that only the processes of one test see.
private enum MountNamespace {
  /// A container may forbid it.
  static let isAllowed = status(of: "unshare -m -- mount -t tmpfs none /mnt") == 0

  /// Runs a shell script to its end.
  static func status(of script: String) -> Int32 {
    var process: pid_t = 0
    let line = ["/bin/sh", "-c", "( " + script + " ) >/dev/null 2>&1"]
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    guard posix_spawn(&process, "/bin/sh", nil, nil, &words, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }
}

/// Drives that go away and fill up, as file systems in memory.
@Suite(.enabled(if: MountNamespace.isAllowed, "no mount namespaces here (unshare -m)"))
struct MountTests {
  private let folder = TemporaryDirectory()

  /// Runs a script in which `$m` is the program, in a namespace of its own; its files are then in the
  /// folder.
  private func run(_ script: String) {
    let lines = """
      cd '\(folder.path)' && export MUCAT_CATALOG="$PWD/catalog.db" && m='\(MucatProcess.binary)'
      \(script)
      """
    let path = folder.write(Array(lines.utf8), to: "script.sh")
    #expect(MountNamespace.status(of: "unshare -m -- sh '\(path)'") == 0)
  }

  private func text(_ name: String) -> String {
    String(decoding: TemporaryDirectory.contents(of: folder.appending(name)), as: UTF8.self)
  }

  private func writeSongs(_ count: Int) {
    folder.makeFolder("songs")
    for number in 0..<count {
      let tone = Signals.sine(
        220 + 10 * Double(number), amplitude: 0.3, seconds: 1, sampleRate: 8000)
      AudioFileWriter.write(
        [tone], sampleRate: 8000, to: folder.appending("songs/\(number).flac"), as: .flac)
    }
  }

  @Test func `a drive that is not there takes no track with it`() {
    writeSongs(5)
    folder.makeFolder("drive")
    run(
      """
      mount -t tmpfs none drive && cp songs/* drive
      $m scan drive -q; echo $? > first
      umount drive
      $m scan drive 2> warned; echo $? > second
      $m query -f paths0 -q | tr '\\0' '\\n' | grep -c flac > kept
      mount -t tmpfs none drive && cp -p songs/* drive
      $m scan drive -q; echo $? > third
      $m query -f paths0 -q | tr '\\0' '\\n' | grep -c flac >> kept
      """)
    // Found nothing: one of the statuses that are not success.
    #expect(text("first") == "0\n" && text("second") == "1\n" && text("third") == "0\n")
    #expect(text("kept") == "5\n5\n")
    #expect(text("warned").contains("--allow-bulk-removal"))
  }

  @Test func `a catalogue on a full drive says so, and is usable when there is room again`() {
    writeSongs(60)
    folder.makeFolder("drive")
    run(
      """
      mount -t tmpfs -o size=900k none drive
      export MUCAT_CATALOG="$PWD/drive/catalog.db"
      $m scan songs -q 2> refused; echo $? > first
      $m doctor > health; echo $? > doctor
      mount -o remount,size=20m drive
      $m scan songs -q; echo $? > second
      $m query -f paths0 -q | tr '\\0' '\\n' | grep -c flac > kept
      """)
    #expect(text("first") == "2\n" && text("refused").contains("the disk is full"))
    #expect(text("doctor") == "0\n" && !text("health").contains("damaged"))
    #expect(text("second") == "0\n" && text("kept") == "60\n")
  }
}

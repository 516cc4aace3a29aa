import Glibc
import TestSupport
import Testing

@testable import Decoders

/// What can go wrong with the other process.
@Suite struct FFmpegProcessTests {
  private let encoding = Encoding()
  private var folder: TemporaryDirectory { encoding.folder }

  /// A file that its probe takes for WavPack: enough for stand-ins that do not read it.
  private func wavPack() -> FilePath {
    folder.write(Array("wvpk".utf8) + [UInt8](repeating: 0, count: 100), to: "a.wv")
  }

  /// Prints the head of a mono WAV stream of floats at 8000 Hz, and one second of zero samples.
  private static let sound = """
    printf 'RIFF\\377\\377\\377\\377WAVEfmt \\050\\000\\000\\000\\376\\377\\001\\000'
    printf '\\100\\037\\000\\000\\000\\175\\000\\000\\004\\000\\040\\000\\026\\000\\040\\000'
    printf '\\004\\000\\000\\000\\003\\000\\000\\000\\000\\000\\020\\000\\200\\000\\000\\252\\000\\070\\233\\161'
    printf 'data\\377\\377\\377\\377'
    head -c 32000 /dev/zero
    """

  @Test("the stand-in's sound is understood")
  func sound() throws {
    let (count, report) = try decode(wavPack(), with: script(Self.sound, in: folder))
    #expect(count == 8000 && !report.isTruncated && report.codec == "WavPack")
  }

  @Test("without ffmpeg the error names what to install; the hash needs no ffmpeg")
  func missing() throws {
    let error = #expect(throws: DecodingError.self) { try decode(wavPack(), with: nil) }
    #expect(error == .needsFFmpeg(format: "WavPack"))
    #expect(error?.description.contains("apt install ffmpeg") == true)
    _ = try AudioAsset(path: wavPack()).payloadHash()
    // A file that ffmpeg could not decode either is told at once.
    let film = folder.write(
      littleEndian(0, 3) + [8] + Array("moov".utf8), to: "film.mp4")
    let other = #expect(throws: DecodingError.self) { try decode(film, with: nil) }
    #expect(other?.code == "notAudio")
  }

  @Test("the program is found by MUCAT_FFMPEG, else on the PATH")
  func search() {
    let program = script("", in: folder)
    let path = "relative:/nowhere:\(folder.path.displayText)"
    func find(_ override: String?, _ path: String?) -> FFmpegProgram? {
      FFmpegProgram.find(
        override: override.map { Array($0.utf8) }, searchPath: path.map { Array($0.utf8) })
    }
    #expect(find(program.path.displayText, nil) == program)
    #expect(find("ffmpeg-stand-in", path) == program)
    #expect(find("", path) == nil)
    #expect(find("/nowhere/ffmpeg", path) == nil)
    #expect(find(folder.path.displayText, path) == nil)
    #expect(find(nil, path) == nil)
    let plain = folder.write([], to: "not-executable")
    #expect(find(plain.displayText, path) == nil)
  }

  @Test("a program that gives nothing is killed")
  func hanging() throws {
    let error = #expect(throws: DecodingError.self) {
      try decode(wavPack(), with: script("sleep 1000", in: folder), patience: .milliseconds(500))
    }
    #expect(error?.code == "malformed")
  }

  @Test("a program that talks for ever and gives no audio is killed")
  func talking() throws {
    let error = #expect(throws: DecodingError.self) {
      try decode(wavPack(), with: script("yes >&2", in: folder), patience: .milliseconds(500))
    }
    #expect(error?.code == "malformed")
  }

  @Test("a program that stops in the middle is killed with all its children; what came stands")
  func stalling() throws {
    let pidFile = folder.appending("pid")
    let stalled = script(
      "sleep 1000 & echo $! >\(pidFile.displayText)\n\(Self.sound)\nwait", in: folder)
    let file = try InputFile(path: wavPack())
    // Long enough for a script on a busy machine to come to its output.
    let decoder = try FFmpegDecoder(
      file: file, content: 0..<file.size, format: .wavPack, program: stalled,
      patience: .seconds(20))
    let reader = AudioReader(decoder: decoder)
    var buffer = PCMBuffer(format: reader.format, frameCapacity: 4000)
    #expect(try reader.read(into: &buffer) && reader.read(into: &buffer))
    #expect(throws: DecodingError.self) { try reader.read(into: &buffer) }
    #expect(reader.report.frameCount == 8000)
    let text = String(decoding: TemporaryDirectory.contents(of: pidFile), as: UTF8.self)
    let pid = try #require(Int32(text.dropLast()))
    // Killed; whoever adopts it may take a moment to reap it.
    let status = "/proc/\(pid)/stat"
    func isAlive() -> Bool { access(status, F_OK) == 0 && !isZombie(status) }
    for _ in 0..<3000 where isAlive() { usleep(10_000) }
    #expect(!isAlive())
  }

  @Test("a program that crashes or fails is told, with its words")
  func failing() throws {
    let words = "echo '[wv @ 0x1] [error] Invalid block' >&2"
    let failed = #expect(throws: DecodingError.self) {
      try decode(wavPack(), with: script("\(words); exit 1", in: folder))
    }
    #expect(failed?.description.contains("Invalid block") == true)
    let crashed = #expect(throws: DecodingError.self) {
      try decode(wavPack(), with: script("kill -SEGV $$", in: folder))
    }
    #expect(crashed?.description.contains("signal 11") == true)
    let (count, report) = try decode(
      wavPack(), with: script("\(Self.sound)\n\(words)\nkill -SEGV $$", in: folder))
    #expect(count == 8000 && report.isTruncated && report.warnings.count == 1)
  }

  @Test(
    "output that is no WAV stream is refused",
    arguments: ["echo RIFF", "yes", "head -c 99 /dev/zero"])
  func nonsense(text: String) throws {
    let error = #expect(throws: DecodingError.self) {
      try decode(wavPack(), with: script(text, in: folder))
    }
    #expect(error?.code == "malformed")
  }

  @Test("a flood of messages blocks nothing, and damage is counted in it")
  func flood() throws {
    let noise = "yes '[info]   comment : [error] Error while decoding stream' | head -n 100000 >&2"
    let damage = """
      for i in 1 2 3 4 5; do echo '[error] Error while decoding stream #0:0: Invalid data' >&2; done
      echo '[aist#0:0/aac @ 0x5] [error] Error submitting packet to decoder: Invalid data' >&2
      head -c 3000000 /dev/zero >&2
      """
    let (count, report) = try decode(
      wavPack(), with: script("\(noise)\n\(Self.sound)\n\(noise)\n\(damage)", in: folder))
    #expect(count == 8000 && report.corruptFrameCount == 6)
  }

  @Test("the program sees a clean world")
  func environment() throws {
    let folder = folder.path.displayText
    let spy = script(
      """
      env >\(folder)/env; ls /proc/self/fd >\(folder)/descriptors
      cat /proc/self/stat >\(folder)/stat; grep Sig /proc/self/status >\(folder)/signals
      \(Self.sound)
      """, in: encoding.folder)
    _ = try decode(wavPack(), with: spy)
    func text(_ name: String) -> String {
      String(
        decoding: TemporaryDirectory.contents(of: encoding.folder.appending(name)), as: UTF8.self)
    }
    // The shell adds some of its own.
    let names = Set(
      text("env").split(separator: "\n").compactMap { $0.split(separator: "=").first })
    #expect(names.isSubset(of: ["LC_ALL", "PATH", "PWD", "OLDPWD", "SHLVL", "_"]))
    #expect(text("env").contains("LC_ALL=C"))
    // `ls` itself opens the folder; the shell keeps one for its script.
    let descriptors = text("descriptors").split(separator: "\n").compactMap { Int($0) }
    #expect(descriptors.filter { $0 <= 3 } == [0, 1, 2, 3] && descriptors.count <= 6)
    let fields = text("stat").split(separator: " ")
    #expect(fields.count > 5 && fields[4] != "\(getpgrp())")
    #expect(text("signals").contains("SigBlk:\t0000000000000000"))
    // Above 31 are signals of the C library's own.
    let ignored = text("signals").split(separator: "\n").first { $0.hasPrefix("SigIgn:") }
    let mask = try #require(ignored?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) })
    #expect(mask & 0x7FFF_FFFF == 0)
  }

  @Test("dropped half-way or read to the end, 200 decodings leave no descriptor and no zombie")
  func leaks() throws {
    let program = script(Self.sound, in: folder)
    let path = wavPack()
    let before = (pipeCount(), zombieCount())
    for index in 0..<200 {
      let file = try InputFile(path: path)
      let reader = AudioReader(
        decoder: try FFmpegDecoder(
          file: file, content: 0..<file.size, format: .wavPack, program: program))
      var buffer = PCMBuffer(format: reader.format, frameCapacity: 100)
      #expect(try reader.read(into: &buffer))
      if index % 2 == 0 { while try reader.read(into: &buffer) {} }
    }
    // Other tests run beside this one, so a few come and go.
    #expect(pipeCount() - before.0 < 90 && zombieCount() - before.1 < 90)
  }

  @Test("a cancelled task does not wait for a program that hangs")
  func cancellation() async throws {
    let path = wavPack()
    let hung = script("sleep 1000", in: folder)
    let task = Task { () -> DecodingError? in
      do throws(DecodingError) {
        _ = try decode(path, with: hung)
        return nil
      } catch {
        return error
      }
    }
    task.cancel()
    #expect(await task.value == .io(errno: ECANCELED))
  }

  @Test("a real decoding that is dropped half-way ends its process")
  func dropping() throws {
    let noise = Signals.noise(amplitude: 0.3, seconds: 20, sampleRate: 44_100)
    let path = try encoding.encode([noise], sampleRate: 44_100, to: "a.wv", ["-c:a", "wavpack"])
    var reader: AudioReader? = try AudioAsset(path: path).open()
    var buffer = PCMBuffer(format: try #require(reader).format)
    #expect(try reader?.read(into: &buffer) == true)
    let children = childIDs()
    reader = nil
    #expect(!children.isEmpty && !childIDs().isSuperset(of: children))
  }

  @Test("names are bytes: a dash, a colon, a newline, no UTF-8")
  func names() throws {
    let clicks = Encoding.clicks(sampleRate: 44_100)
    let bytes = TemporaryDirectory.contents(
      of: try encoding.encode([clicks], sampleRate: 44_100, to: "a.m4a", ["-c:a", "alac"]))
    for name: [UInt8] in [
      Array("-i".utf8), Array("http:x.m4a".utf8), Array("a\nb%d".utf8), [0x61, 0xE9, 0xFF],
    ] {
      let path = folder.path.appending(name)
      folder.write(bytes, to: path)
      #expect(try DecodedFile(path).frameCount == 44_100)
    }
  }

  // MARK: - Counting

  private func pipeCount() -> Int {
    entries("/proc/self/fd").count { name in
      var target = [CChar](repeating: 0, count: 64)
      let length = readlink("/proc/self/fd/\(name)", &target, 63)
      return length > 5 && target.prefix(5).elementsEqual("pipe:".utf8.map { CChar($0) })
    }
  }

  private func zombieCount() -> Int {
    childIDs().count { isZombie("/proc/\($0)/stat") }
  }

  private func childIDs() -> Set<Int> {
    Set(
      entries("/proc").compactMap { Int($0) }.filter { id in
        fields("/proc/\(id)/stat").dropFirst().first == "\(getpid())"
      })
  }

  private func isZombie(_ path: String) -> Bool { fields(path).first == "Z" }

  /// What stands behind the program's name: the state, the parent, and so on.
  private func fields(_ path: String) -> [Substring] {
    guard let stream = fopen(path, "r") else { return [] }
    defer { fclose(stream) }
    var line = [UInt8](repeating: 0, count: 512)
    let count = fread(&line, 1, line.count, stream)
    let text = String(decoding: line[..<count], as: UTF8.self)
    return text.split(separator: ")").last?.split(separator: " ") ?? []
  }

  private func entries(_ path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }
}

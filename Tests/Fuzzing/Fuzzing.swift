import Decoders
import Glibc
import TestSupport

/// Shows that no file, however broken, crashes, hangs or bloats Decoders.
///
/// Each file is examined by a worker process, so that a crash is a finding and not the end.
@main
struct Fuzzing {
  static func main() throws {
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
      print(Options.usage)
      exit(64)
    }
    signal(SIGPIPE, SIG_IGN)
    switch options.action {
    case .worker: Worker.run(path: options.paths[0])
    case .seeds: writeSeeds(to: options.paths[0])
    case .mutants: exit(fuzz(options))
    case .replay: exit(replay(options))
    case .rehearse: exit(rehearse(options))
    case .odd: exit(try evaluate(options))
    }
  }

  private static func fuzz(_ options: Options) -> Int32 {
    let folder = TemporaryDirectory()
    let seeds = options.paths.isEmpty ? OwnSeeds.make(in: folder) : SeedFile.corpus(options.paths)
    guard !seeds.isEmpty else {
      print("no seed files")
      return 2
    }
    var campaign = Campaign(options: options, seeds: seeds, folder: folder)
    campaign.run()
    print(options.isJSON ? campaign.summary.json : campaign.summary.text)
    return campaign.summary.findings.isEmpty ? 0 : 1
  }

  private static func replay(_ options: Options) -> Int32 {
    let folder = TemporaryDirectory()
    let worker = WorkerProcess(number: 0, in: folder, patience: options.patience)
    var status: Int32 = 0
    for path in options.paths.flatMap({ SeedFile.files(in: $0) }).sorted() {
      worker.examine(TemporaryDirectory.contents(of: path), in: folder)
      let (verdict, examination) = worker.wait()
      if verdict != .examined { status = 1 }
      print("\(path): \(verdict); \(examination?.line ?? worker.errorText)")
    }
    return status
  }

  private static func rehearse(_ options: Options) -> Int32 {
    let folder = TemporaryDirectory()
    let worker = WorkerProcess(number: 0, in: folder, patience: options.patience)
    var status: Int32 = 0
    for rehearsal in Rehearsal.allCases {
      worker.examine(rehearsal.bytes, in: folder)
      let (verdict, _) = worker.wait()
      let isSeen = rehearsal.isSeen(as: verdict)
      if !isSeen { status = 1 }
      print("\(rehearsal.rawValue): \(isSeen ? "seen" : "MISSED"), \(verdict)")
    }
    return status
  }

  private static func evaluate(_ options: Options) throws -> Int32 {
    let folder = options.paths[0]
    guard let files = try OddFiles(folder: folder) else {
      print("no manifest.json in \(folder): these files are no part of the repository")
      return 2
    }
    return files.evaluate(patience: options.patience)
  }

  private static func writeSeeds(to target: FilePath) {
    _ = target.withCString { mkdir($0, 0o755) }
    let folder = TemporaryDirectory()
    for (number, seed) in OwnSeeds.make(in: folder).enumerated() {
      folder.write(seed.bytes, to: target.appending("\(number).\(seed.format)".utf8))
    }
  }
}

import Catalog
import Decoders
import Glibc
import TestSupport

/// A first scan, a scan of nothing new, and one of many small files.
///
/// - Parameter folder: The music to scan first; nil for the demonstration library.
func benchmarkScan(folder: FilePath?) async throws {
  let temporary = TemporaryDirectory()
  let music = folder ?? temporary.appending("music")
  if folder == nil {
    DemoLibrary.write(to: music, barCount: 48) { path in
      _ = path.withCString { mkdir($0, 0o755) }
    }
  }
  var table = Table([
    "scan", "files", "wall s", "CPU s", "files/s", "files/CPU s", "× real time", "× per CPU",
  ])
  let catalog = temporary.appending("catalog.db")
  let first = try await scan(music, into: catalog)
  precondition(first.summary.analysed > 0, "nothing analysed")
  table.add(first.row(name: "first"))
  let second = try await scan(music, into: catalog)
  precondition(second.summary.analysed == 0, "analysed again")
  table.add(second.row(name: "unchanged"))

  let many = try manyFiles(in: temporary)
  let manyCatalog = temporary.appending("many.db")
  let attached = try await scan(many, into: manyCatalog)
  precondition(attached.summary.analysed + attached.summary.attached == manyFileCount)
  table.add(attached.row(name: "copies of one recording"))
  let unchanged = try await scan(many, into: manyCatalog)
  precondition(unchanged.summary.unchanged == manyFileCount, "not recognised")
  table.add(unchanged.row(name: "unchanged copies"))
  print("\nScanning, all processors\n\(table.text)")
}

private let manyFileCount = 20_000

private struct TimedScan {
  var summary: ScanSummary
  var wall: Double
  var cpu: Double

  func row(name: String) -> [String] {
    let count = Double(summary.found)
    let audio = summary.audioSeconds > 0
    return [
      name, String(summary.found), fixed(wall, 2), fixed(cpu, 2), fixed(count / wall, 0),
      fixed(count / cpu, 0), audio ? fixed(summary.audioSeconds / wall, 0) : "",
      audio ? fixed(summary.audioSeconds / cpu, 0) : "",
    ]
  }
}

private func scan(_ folder: FilePath, into path: FilePath) async throws -> TimedScan {
  let clock = ContinuousClock()
  let (start, cpu) = (clock.now, CPUClock.seconds())
  let catalog = try Catalog(path: path, access: .readWrite)
  let summary = try await Scanner(catalog: catalog, options: .init(roots: [folder])).run()
  return TimedScan(
    summary: summary, wall: (clock.now - start) / .seconds(1), cpu: CPUClock.seconds() - cpu)
}

/// Folders of a hundred copies each of one short file.
private func manyFiles(in directory: TemporaryDirectory) throws -> FilePath {
  let root = directory.makeFolder("many")
  let model = directory.appending("model.flac")
  let plane = Signals.noise(amplitude: 0.1, seconds: 0.5, sampleRate: 8000)
  AudioFileWriter.write([plane], sampleRate: 8000, to: model, as: .flac)
  let bytes = TemporaryDirectory.contents(of: model)
  for number in 0..<manyFileCount {
    let folder = "many/\(number / 100)"
    if number % 100 == 0 { directory.makeFolder(folder) }
    directory.write(bytes, to: "\(folder)/\(number).flac")
  }
  return root
}

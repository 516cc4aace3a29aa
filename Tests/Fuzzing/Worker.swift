import Decoders
import Glibc
import TestSupport

/// The inside of a worker process: examines the same path each time that a byte comes in, and
/// answers with a line.
enum Worker {
  /// Address space that a worker may ask for: what goes beyond is refused by the system, so that a
  /// runaway allocation ends the worker and not the machine.
  private static let addressSpaceLimit: rlim_t = 4 << 30

  /// - Parameter path: The file to examine, rewritten between the bytes that come in.
  static func run(path: FilePath) {
    var limit = rlimit(rlim_cur: addressSpaceLimit, rlim_max: addressSpaceLimit)
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    var request: UInt8 = 0
    while read(0, &request, 1) == 1 {
      resetPeak()
      var examination = Examination(of: path)
      if let rehearsal = Rehearsal(bytes: TemporaryDirectory.contents(of: path)) {
        examination.brokenPromise = rehearsal.perform()
      }
      let answer = Array("\(peakKilobytes)\t\(examination.line)\n".utf8)
      guard write(1, answer, answer.count) == answer.count else { return }
    }
  }

  /// Starts the measurement of the most memory anew (proc(5), clear_refs).
  private static func resetPeak() {
    let descriptor = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = write(descriptor, "5", 1)
    close(descriptor)
  }

  /// The most resident memory since ``resetPeak()``; 0 where the system does not say.
  private static var peakKilobytes: Int {
    guard let stream = fopen("/proc/self/status", "re") else { return 0 }
    defer { fclose(stream) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), stream) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix("VmHWM:") { return Int(text.filter(\.isNumber)) ?? 0 }
    }
    return 0
  }
}

import Decoders
import Glibc
import TestSupport

/// Mutants of seed files, examined by workers side by side.
///
/// Mutant number n of a campaign is made of the n-th seed file, counted round, and the campaign's
/// seed: it is the same however many workers there are and however far the campaign comes.
struct Campaign {
  let options: Options
  let seeds: [SeedFile]
  let folder: TemporaryDirectory
  private(set) var summary: Summary

  init(options: Options, seeds: [SeedFile], folder: TemporaryDirectory) {
    self.options = options
    self.seeds = seeds
    self.folder = folder
    summary = Summary(seed: options.seed)
  }

  private struct Job {
    let number: Int
    let mutant: Mutant
    /// The trouble that it gave when it was examined for the first time.
    var trouble: WorkerProcess.Verdict?
  }

  mutating func run() {
    let workers = (0..<options.jobCount).map {
      WorkerProcess(number: $0, in: folder, patience: options.patience)
    }
    var jobs = [Job?](repeating: nil, count: workers.count)
    var progress = ProgressNotes(total: options.mutantCount)
    let start = Clock.seconds
    var next = options.only ?? 0
    let end = options.only.map { $0 + 1 } ?? options.mutantCount
    while true {
      let isTimeUp = options.secondsLimit.map { Clock.seconds - start > $0 } ?? false
      for index in workers.indices where jobs[index] == nil && next < end && !isTimeUp {
        let job = Job(number: next, mutant: mutant(next))
        workers[index].examine(job.mutant.bytes, in: folder)
        jobs[index] = job
        next += 1
      }
      let busy = jobs.indices.filter { jobs[$0] != nil }
      guard !busy.isEmpty else { break }
      var waiting = busy.map { pollfd(fd: workers[$0].output, events: Int16(POLLIN), revents: 0) }
      poll(&waiting, nfds_t(waiting.count), 200)
      for (index, state) in zip(busy, waiting) {
        guard let job = jobs[index] else { continue }
        let worker = workers[index]
        if state.revents != 0 {
          let (verdict, examination) = worker.finish()
          jobs[index] = settle(job, verdict, examination, by: worker)
        } else if worker.isLate {
          worker.stop(isStuck: true)
          jobs[index] = settle(job, .hang, nil, by: worker)
        }
      }
      progress.note(done: summary.mutantCount, findings: summary.findings.count)
    }
    progress.end()
  }

  /// Counts what became of a mutant. Trouble is tried again first, by a process that has seen no
  /// other mutant.
  ///
  /// - Returns: The job when it is under way again.
  private mutating func settle(
    _ job: Job, _ verdict: WorkerProcess.Verdict, _ examination: Examination?,
    by worker: WorkerProcess
  ) -> Job? {
    if verdict != .examined, job.trouble == nil {
      worker.stop()
      worker.examine(job.mutant.bytes, in: folder)
      return Job(number: job.number, mutant: job.mutant, trouble: verdict)
    }
    let seed = seeds[job.number % seeds.count]
    summary.count(
      examination, format: seed.format, seconds: worker.seconds, mutant: job.number)
    // A busy machine can make any file slow once.
    guard let trouble = job.trouble, verdict != .examined || trouble != .hang else { return nil }
    let finding = Finding(
      mutant: job.number, seed: options.seed, file: seed.name, format: seed.format,
      mutations: job.mutant.mutations.map(\.rawValue),
      verdict: verdict == .examined ? trouble : verdict, isRepeatable: verdict != .examined,
      errors: worker.errorText)
    finding.keep(job.mutant.bytes, in: options.findingsFolder)
    summary.add(finding)
    return nil
  }

  private func mutant(_ number: Int) -> Mutant {
    var generator = SeededGenerator(seed: options.seed ^ UInt64(number))
    let donor = seeds.randomElement(using: &generator) ?? seeds[0]
    return Mutant(
      of: seeds[number % seeds.count].bytes, donor: donor.bytes, seed: options.seed, number: number)
  }
}

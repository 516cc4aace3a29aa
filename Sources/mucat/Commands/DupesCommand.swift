import Analysis
import Catalog

/// `mucat dupes EXPR…`: files that hold the same music.
enum DupesCommand {
  enum Format: String, CaseIterable, Sendable {
    case text, json, paths0
  }

  static let format = Option<Format>(
    "format", short: "f", .choice("FORMAT"), default: .text, summary: "How to write the groups",
    details: "json is one group per line; paths0 is paths ended by zero bytes, for xargs -0.")

  static let exact = Option<Bool>(
    switch: "exact", summary: "Only copies of the same encoding",
    details: "Whatever their tags and names.")

  static let near = Option<Bool>(
    switch: "near", summary: "Only what was encoded several times",
    details: "In other formats, bit rates or levels, or with some seconds less at an end.")

  static let others = Option<Bool>(
    switch: "others", summary: "Leave out the best file of each group",
    details: "With --format paths0: what could go.")

  static let command = Command(
    name: "dupes", summary: "Find files that hold the same music",
    details: """
      Finds copies of the same encoding, whatever their tags and names, and the same music in other \
      encodings: another format, bit rate, sample rate or level, up to ten seconds more or less at \
      either end. These are found by how their first two minutes sound. Other mixes, live takes and \
      edits are not the same music; silence, hums and pieces of a few seconds are never matched.

      Of each group the file that seems best stands first; each of the others with why it stands \
      behind it: damaged before whole, lossy before lossless, then clipping and sample rate of \
      lossless files, bit rate of lossy ones, length, and tags. Nothing is ever deleted.

      With an expression, only groups of which it finds at least one file. Files that are gone do \
      not count.
      """,
    examples: [
      .init(words: "mucat dupes", summary: "All of them."),
      .init(words: "mucat dupes --near format:mp3", summary: "MP3s that are there in other forms."),
      .init(
        words: "mucat dupes --exact --others --format paths0 | xargs -0 ls -l",
        summary: "Copies that could go."),
    ],
    operands: [
      Operand(
        name: "EXPR", arity: .any, summary: "Which groups, as in 'mucat query'",
        isExpression: true)
    ],
    options: [
      format.declaration, exact.declaration, near.declaration, others.declaration,
      QueryWords.tempoTolerance.declaration,
    ],
    sections: [
      .init(
        title: "WHY A FILE IS NOT THE BEST",
        rows: DuplicateFile.Drawback.allCases.map { (DuplicateText.word($0), explanation($0)) })
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    let format = try arguments.format(self.format, json: .json)
    var options = DuplicateFinder.Options()
    // Both together are what there is without either.
    if arguments[exact] != arguments[near] { options.kinds = [arguments[exact] ? .exact : .near] }
    if !arguments.operands.isEmpty {
      options.filter = try QueryWords.query(arguments.operands, arguments)
    }
    let catalog = try Catalog(path: environment.catalogPath(arguments), access: .readOnly)
    if options.kinds.contains(.near), !AcousticFingerprint.isAvailable {
      // What can be told without it is only told when that was asked for.
      throw Failure(
        "the same music in other encodings cannot be found without libchromaprint "
          + "(apt install libchromaprint1); --exact works without")
    }
    let found = try await DuplicateFinder(catalog: catalog, options: options).find()
    try write(found.groups, as: format, arguments, environment)
    try environment.output.flush()
    if found.unfingerprintedCount > 0 {
      try environment.errors.write(
        line: "mucat: \(NumberText.count(found.unfingerprintedCount, "recording")) cannot be "
          + "compared yet; 'mucat scan --stale' listens to their beginnings")
    }
    if !arguments[CommonOptions.quiet] {
      try environment.errors.write(line: DuplicateText.summary(found.groups))
    }
    return found.groups.isEmpty ? .nothingFound : .done
  }

  private static func write(
    _ groups: [DuplicateGroup], as format: Format, _ arguments: Arguments,
    _ environment: Environment
  ) throws {
    let output = environment.output
    let skipsBest = arguments[others]
    switch format {
    case .text:
      let style = environment.style(arguments)
      for (index, group) in groups.enumerated() {
        if index > 0 { try output.write(line: "") }
        for line in DuplicateText.lines(group, skipsBest: skipsBest, style: style) {
          try output.write(line: line)
        }
      }
    case .json:
      for group in groups {
        try output.write(line: JSONText.encode(DuplicateRecord(group, skipsBest: skipsBest)))
      }
    case .paths0:
      for group in groups {
        let files = skipsBest ? group.files.dropFirst() : group.files[...]
        try output.write(bytes: TrackExport.zeroEndedPaths(files.map(\.track)))
      }
    }
  }

  private static func explanation(_ drawback: DuplicateFile.Drawback) -> String {
    switch drawback {
    case .sameFile: "another name of a file above: a hard link, or a way through a link"
    case .damaged: "it ends early, or has damaged frames"
    case .lossy: "the best is lossless"
    case .clipped: "more samples at full scale (lossless files)"
    case .sampleRate: "a lower sample rate (lossless files)"
    case .bitRate:
      "a lower bit rate (lossy files), a bit of Opus counting 1.5, one of Vorbis and AAC 1.25 of MP3"
    case .channels: "fewer channels"
    case .shorter: "a second and more is missing"
    case .tags: "fewer of title, artist, album, genre, year and track number"
    case .name: "as good; its path is longer, or comes later"
    }
  }
}

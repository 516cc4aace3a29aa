import Catalog
import Decoders
import Synchronization

/// `mucat tag STANDARD EXPR…`: writes measured loudness, tempo or key to the tags of files, and takes
/// it back.
enum TagCommand {
  static let album = Option<Bool>(
    switch: "album", short: "a", summary: "Write album values too",
    details: "An album is measured over all its tracks in the catalogue, as if they were played "
      + "as one. Tracks without an album tag have none; of an album that could not be heard "
      + "whole, no album value is written. Sound Check has one value: the album's then.")

  static let target = Option<Double?>(
    "target", short: "t", .decimal("LUFS", in: -70...0),
    absent: "-18 for replaygain, -16 for soundcheck",
    summary: "The loudness that the gain brings music to",
    details: "r128 has its own, -23.")

  static let ceiling = Option<Double?>(
    "ceiling", short: "c", .decimal("DBTP", in: -70...20), absent: "none",
    summary: "Write no gain that lifts the true peak above",
    details: "Players that know the peak from the tags can see to that themselves.")

  static let peak = Option<TagWriter.Peak>(
    "peak", .choice("KIND"), default: .true, summary: "Which peak to write",
    details: "true is the peak between samples too, which is what a player's converter meets; "
      + "sample is what most other programs write.")

  static let notation = Option<KeySpelling>(
    "notation", .choice("KIND"), default: .musical, summary: "How key is written",
    details: "camelot is 8A, open is 1m (Open Key), musical is Am.")

  static let dryRun = Option<Bool>(
    switch: "dry-run", short: "n", summary: "Show what would change, and write nothing")

  static let undo = Option<Bool>(
    switch: "undo", summary: "Put back what stood there before")

  static let command = Command(
    name: "tag", summary: "Write loudness, tempo or key to the files' tags",
    details: """
      This is the one command that changes your music files. It writes the gain of tracks, and \
      with --album of albums, where players look for it; or the tempo, or the key, as measured or \
      as you set it.

      Nothing else in a file changes: the new file is written beside the old one, checked to hold \
      the same audio and the same other tags, and then takes its place in one step. What stood in \
      the tags is kept in the catalogue; --undo puts it back.

      A file is refused, with the reason, when it has changed since the last scan, has no measured \
      loudness (tempo, key), ends too early, or is one of several hard links. Other files are done all the same; \
      the exit status is 2 then. Without an expression all tracks are meant.
      """,
    examples: [
      .init(
        words: "mucat tag replaygain --album --dry-run album:Foxtrot",
        summary: "What would be written?"),
      .init(words: "mucat tag r128 format:opus", summary: "All Opus files."),
      .init(words: "mucat tag key --notation camelot has:key", summary: "Keys as 8A."),
      .init(words: "mucat tag replaygain --undo", summary: "Everything as it was."),
    ],
    operands: [
      Operand(
        name: "STANDARD", arity: .one, summary: "What to write",
        choices: TagStandard.allCases.map(\.rawValue)),
      Operand(
        name: "EXPR", arity: .any, summary: "Which tracks, as in 'mucat query'",
        isExpression: true),
    ],
    options: [
      album.declaration, target.declaration, ceiling.declaration, peak.declaration,
      notation.declaration, dryRun.declaration, undo.declaration,
      QueryWords.tempoTolerance.declaration,
    ],
    sections: [
      .init(
        title: "STANDARDS",
        rows: [
          ("replaygain", "ReplayGain 2: in every format but Opus"),
          ("r128", "R128 gains (RFC 7845): in Opus files; the gain in their header is left alone"),
          ("soundcheck", "Apple's Sound Check: in MP3, M4A, AIFF and WAV"),
          ("bpm", "the tempo: in every format; MP4 keeps whole numbers only"),
          ("key", "the key: in every format"),
        ])
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitStatus {
    let options = try options(arguments)
    let query = try QueryWords.query(arguments.operands.dropFirst(), arguments)
    let catalog = try Catalog(
      path: environment.catalogPath(arguments),
      access: options.isDryRun ? .readOnly : .existing)
    let writer = TagWriter(catalog: catalog, options: options)
    let isUndo = arguments[undo]
    let report = TagReport(arguments, environment, isDryRun: options.isDryRun, isUndo: isUndo)
    try await Interrupts.cancelling {
      if isUndo {
        try await writer.undo(query) { report.take($0) }
      } else {
        try await writer.write(query) { report.take($0) }
      }
      if report.isBroken { return }
      try Task.checkCancellation()
    }
    return try report.end()
  }

  /// - Throws: `UsageError` for options that have no meaning together.
  private static func options(_ arguments: Arguments) throws(UsageError) -> TagWriter.Options {
    // The parser has checked the word.
    let word = arguments.operands.first?.text ?? ""
    let standard = TagStandard(rawValue: word) ?? .replaygain
    var options = TagWriter.Options(standard: standard)
    func refuse(_ sentence: String) -> UsageError {
      UsageError(problem: .combination(sentence), command: arguments.command)
    }
    if !standard.isGain {
      for (isGiven, name) in [
        (arguments.isGiven(album), "album"), (arguments.isGiven(target), "target"),
        (arguments.isGiven(ceiling), "ceiling"), (arguments.isGiven(peak), "peak"),
      ] where isGiven {
        throw refuse("--\(name) is about loudness; it has no meaning with \(standard.rawValue)")
      }
    }
    if standard != .key, arguments.isGiven(notation) {
      throw refuse("--notation is for key")
    }
    options.keyNotation = arguments[notation]
    if let target = arguments[target] {
      guard standard.allowsOtherTargets else {
        throw refuse("r128 gains are relative to -23 LUFS; --target has no meaning with them")
      }
      options.target = target
    }
    if arguments[undo] {
      let others = [
        arguments.isGiven(album), arguments.isGiven(target), arguments.isGiven(ceiling),
        arguments.isGiven(peak), arguments.isGiven(notation),
      ]
      if others.contains(true) {
        throw refuse(
          "--undo puts back what was there; --album, --target, --ceiling, --peak and "
            + "--notation have no meaning with it")
      }
    }
    options.ceiling = arguments[ceiling]
    options.peak = arguments[peak]
    options.includesAlbum = arguments[album]
    options.isDryRun = arguments[dryRun]
    return options
  }
}

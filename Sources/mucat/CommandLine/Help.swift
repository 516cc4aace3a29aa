/// Renders declarations as help. Pure functions of the declarations and a width.
struct Help {
  let commands: [Command]
  /// Columns to fill; more than `maximumWidth` reads badly and is not used.
  let width: Int

  private static let maximumWidth = 98
  private static let headline = "mucat: hears the tempo, the key and the loudness of your music"
  private static let labelColumn = 26
  private static let statusColumn = 8

  init(commands: [Command], width: Int) {
    self.commands = commands
    self.width = max(40, min(width, Self.maximumWidth))
  }

  /// Help about a command, or about the program.
  func text(for command: Command?, _ level: HelpLevel) -> String {
    let lines =
      switch (command, level) {
      case (nil, .brief): programBrief
      case (nil, .full): programFull
      case (let command?, .brief): brief(command)
      case (let command?, .full): full(command)
      }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - The program

  private var programBrief: [String] {
    paragraph(Self.headline) + [""]
      + ["USAGE", "  mucat COMMAND [OPTIONS] [ARGUMENTS]", ""]
      + ["COMMANDS"] + commandRows
      + ["", "Begin with: mucat scan ~/Music", "More: mucat --help, mucat help COMMAND"]
  }

  private var programFull: [String] {
    var lines = paragraph(Self.headline) + [""]
    lines += paragraph(
      "It listens to a music folder once, keeps what it heard in a catalogue (one SQLite file), "
        + "and answers questions about it: what has this tempo and mixes with that key, what "
        + "should follow this track, how far is each track from the loudness wanted.")
    lines += ["", "USAGE", "  mucat COMMAND [OPTIONS] [ARGUMENTS]", "  mucat help [COMMAND]", ""]
    lines += ["COMMANDS"] + commandRows
    lines += optionSection(.common, CommonOptions.all, .full)
    lines += section("EXAMPLES", Self.examples.flatMap(example))
    lines += section("EXIT STATUS", exitStatuses)
    lines += section("ENVIRONMENT", Self.environment.flatMap { row($0.label, $0.text) })
    lines += section(
      "OUTPUT",
      paragraph(
        "Standard output is data, standard error is talk: progress, counts and errors. Tables are "
          + "for people and may change; scripts should ask for --json, csv or paths0."))
    return lines
  }

  private static let examples = [
    Command.Example(words: "mucat scan ~/Music", summary: "Listen to everything there."),
    Command.Example(
      words: "mucat query bpm:124..128 'key~8A'",
      summary: "What has 124 to 128 BPM and mixes with 8A?"),
    Command.Example(
      words: "mucat recommend 'Blue Monday'", summary: "What could follow this track, and why?"),
    Command.Example(
      words: "mucat report loudness --target -14",
      summary: "How far is each track from -14 LUFS?"),
  ]

  private static let environment: [(label: String, text: String)] = [
    ("MUCAT_CATALOG", "The catalogue's file, when --catalog is not given."),
    ("MUCAT_FFMPEG", "The ffmpeg to use for M4A, WMA and others; empty for none."),
    ("XDG_DATA_HOME", "Where mucat/catalog.db is, when neither is given."),
    ("NO_COLOR", "When set, --color auto means never."),
    ("COLUMNS", "The width to fill when the terminal does not tell."),
  ]

  private var commandRows: [String] {
    commands.flatMap { row($0.name, $0.summary) }
      + row(ArgumentParser.helpName, "Explain a command, or all of this")
  }

  private var exitStatuses: [String] {
    ExitStatus.allCases.flatMap { status in
      TextWrapping.labelled(
        String(status.rawValue), status.summary, column: Self.statusColumn, width: width)
    }
  }

  // MARK: - One command

  private func brief(_ command: Command) -> [String] {
    paragraph("mucat \(command.name): \(command.summary)") + [""] + usage(command)
      + operandSection(command)
      + optionSection(.own, command.options, .brief)
      + optionSection(.common, CommonOptions.all, .brief)
      + ["", "More: mucat \(command.name) --help"]
  }

  private func full(_ command: Command) -> [String] {
    var lines = paragraph("mucat \(command.name): \(command.summary)") + [""] + usage(command)
    if !command.details.isEmpty { lines += [""] + paragraph(command.details) }
    lines += operandSection(command)
    lines += optionSection(.own, command.options, .full)
    lines += optionSection(.common, CommonOptions.all, .brief)
    for part in command.sections {
      let introduction = part.introduction.isEmpty ? [] : paragraph(part.introduction)
      let gap = part.introduction.isEmpty || part.rows.isEmpty ? [] : [""]
      lines += section(
        part.title, introduction + gap + part.rows.flatMap { row($0.label, $0.text) })
    }
    lines += section("EXAMPLES", command.examples.flatMap(example))
    lines += section("EXIT STATUS", exitStatuses)
    return lines
  }

  private func usage(_ command: Command) -> [String] {
    let words = ["mucat", command.name, "[OPTIONS]"] + command.operands.map(\.usage)
    return ["USAGE", "  " + words.joined(separator: " ")]
  }

  private func operandSection(_ command: Command) -> [String] {
    section(
      "ARGUMENTS", command.operands.flatMap { row($0.name, $0.summary + choices($0.choices)) })
  }

  private func optionSection(
    _ category: OptionDeclaration.Category, _ options: [OptionDeclaration], _ level: HelpLevel
  ) -> [String] {
    var rows = options.flatMap { row(label($0), description($0, level)) }
    if category == .common {
      rows +=
        row("-h, --help", "Show help: all of it, or with -h in brief")
        + row("    --version", "Show the version")
    }
    return section(category.rawValue, rows)
  }

  private func label(_ option: OptionDeclaration) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    let negation = option.isNegatable ? "[no-]" : ""
    return short + "--" + negation + option.name + (option.placeholder.map { " " + $0 } ?? "")
  }

  private func description(_ option: OptionDeclaration, _ level: HelpLevel) -> String {
    switch level {
    case .brief:
      return option.summary
    case .full:
      var text = option.summary + choices(option.choices)
      if let value = option.defaultText { text += " (default: \(value))" }
      text += "."
      return option.details.isEmpty ? text : text + " " + option.details
    }
  }

  private func choices(_ choices: [String]) -> String {
    choices.isEmpty ? "" : ": " + choices.joined(separator: ", ")
  }

  // MARK: - Layout

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["", title] + lines
  }

  private func row(_ label: String, _ text: String) -> [String] {
    TextWrapping.labelled(label, text, column: Self.labelColumn, width: width)
  }

  private func paragraph(_ text: String) -> [String] {
    TextWrapping.wrap(text, width: width)
  }

  private func example(_ example: Command.Example) -> [String] {
    ["  " + example.words] + TextWrapping.wrap(example.summary, width: width, indent: 6)
  }
}

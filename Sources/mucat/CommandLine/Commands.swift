/// The registry: every command, in the order of the help.
enum Commands {
  static let all: [Command] = [
    ScanCommand.command,
    QueryCommand.command,
    RecommendCommand.command,
    ReportCommand.command,
    TagCommand.command,
    AnalyzeCommand.command,
    ShowCommand.command,
    ErrorsCommand.command,
    StatsCommand.command,
    CompletionsCommand.command,
  ]
}

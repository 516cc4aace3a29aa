/// The registry: every command, in the order of the help.
enum Commands {
  static let all: [Command] = [
    ScanCommand.command,
    QueryCommand.command,
    RecommendCommand.command,
    SetCommand.command,
    DupesCommand.command,
    ReportCommand.command,
    TagCommand.command,
    AnalyzeCommand.command,
    ShowCommand.command,
    CorrectCommand.command,
    PlaylistCommand.command,
    ErrorsCommand.command,
    StatsCommand.command,
    DoctorCommand.command,
    BackupCommand.command,
    CompletionsCommand.command,
  ]
}

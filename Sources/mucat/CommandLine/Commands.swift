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
    LiveCommand.command,
    ShowCommand.command,
    CorrectCommand.command,
    PlaylistCommand.command,
    ExportCommand.command,
    ImportCommand.command,
    MontageCommand.command,
    ErrorsCommand.command,
    StatsCommand.command,
    LabCommand.command,
    DoctorCommand.command,
    BackupCommand.command,
    CompletionsCommand.command,
  ]
}

import Decoders

/// The options that every command takes, declared once.
enum CommonOptions {
  static let catalog = Option<FilePath?>(
    "catalog", .file(), absent: "$MUCAT_CATALOG, else ~/.local/share/mucat/catalog.db",
    category: .common, summary: "The catalogue's file",
    details: "$XDG_DATA_HOME is honoured. scan makes the file and its folder when they are absent.")

  static let json = Option<Bool>(
    switch: "json", category: .common, summary: "Write JSON, for programs",
    details: "One object per line where there may be many. Tables are for people and may change "
      + "from release to release; JSON only grows.")

  static let quiet = Option<Bool>(
    switch: "quiet", short: "q", category: .common, summary: "No progress, no summary",
    details: "Errors are still reported.")

  static let color = Option<ColorChoice>(
    "color", .choice("WHEN"), default: .auto, category: .common, summary: "Colour the output",
    details: "auto means: on a terminal, unless NO_COLOR is set or TERM is dumb.")

  static let all: [OptionDeclaration] = [
    catalog.declaration, json.declaration, quiet.declaration, color.declaration,
  ]
}

/// When to colour.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

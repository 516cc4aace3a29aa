extension Arguments {
  /// The format asked for, `--json` being another word for one of them.
  ///
  /// - Throws: `UsageError` when `--json` and another format are asked for together.
  func format<Format: RawRepresentable & Equatable>(
    _ option: Option<Format>, json: Format
  ) throws(UsageError) -> Format where Format.RawValue == String {
    let chosen = self[option]
    guard self[CommonOptions.json] else { return chosen }
    guard !isGiven(option) || chosen == json else {
      throw UsageError(
        problem: .combination(
          "--json and --\(option.declaration.name) \(chosen.rawValue) exclude each other"),
        command: command)
    }
    return json
  }
}

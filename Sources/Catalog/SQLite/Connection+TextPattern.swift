internal import CSQLite

extension Connection {
  /// The name of the SQL function that ``TextPattern`` answers: `text_matches(pattern, text)`,
  /// NULL for an unknown text.
  static let matchFunction = "text_matches"

  /// Adds the function to a connection. Statements keep the pattern compiled from row to row.
  static func addTextPatterns(to handle: OpaquePointer) -> Int32 {
    sqlite3_create_function_v2(
      handle, matchFunction, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, answerMatch, nil, nil, nil)
  }
}

private func answerMatch(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let values, count == 2, sqlite3_value_type(values[1]) != SQLITE_NULL else { return }
  guard let pattern = pattern(context, values[0]) else {
    sqlite3_result_error(context, "not a pattern", -1)
    return
  }
  let bytes = sqlite3_value_text(values[1])
  let length = Int(sqlite3_value_bytes(values[1]))
  let isMatch = pattern.matches(UnsafeBufferPointer(start: bytes, count: length))
  sqlite3_result_int(context, isMatch ? 1 : 0)
}

/// The pattern of the running statement, compiled at its first row.
private func pattern(_ context: OpaquePointer?, _ value: OpaquePointer?) -> TextPattern? {
  if let kept = sqlite3_get_auxdata(context, 0) {
    return Unmanaged<TextPattern>.fromOpaque(kept).takeUnretainedValue()
  }
  guard let text = sqlite3_value_text(value),
    let pattern = try? TextPattern(String(cString: text))
  else { return nil }
  sqlite3_set_auxdata(context, 0, Unmanaged.passRetained(pattern).toOpaque()) { kept in
    if let kept { Unmanaged<TextPattern>.fromOpaque(kept).release() }
  }
  return pattern
}

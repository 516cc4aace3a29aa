internal import CSQLite

extension Connection {
  /// The name of the SQL function that ``WordSearch`` answers: `has_words(words, text, …)`, true when
  /// one of the texts has them.
  static let wordFunction = "has_words"

  /// Adds the function to a connection. Statements keep the words taken apart from row to row.
  static func addWordSearch(to handle: OpaquePointer) -> Int32 {
    sqlite3_create_function_v2(
      handle, wordFunction, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, answerSearch, nil, nil, nil
    )
  }
}

private func answerSearch(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let values, count > 0, let search = search(context, values[0]) else {
    sqlite3_result_error(context, "no words", -1)
    return
  }
  let isFound = (1..<Int(count)).contains { index in
    guard sqlite3_value_type(values[index]) != SQLITE_NULL else { return false }
    let bytes = sqlite3_value_text(values[index])
    let length = Int(sqlite3_value_bytes(values[index]))
    return search.isFound(in: UnsafeBufferPointer(start: bytes, count: length))
  }
  sqlite3_result_int(context, isFound ? 1 : 0)
}

/// What the running statement looks for, taken apart at its first row.
private func search(_ context: OpaquePointer?, _ value: OpaquePointer?) -> WordSearch? {
  if let kept = sqlite3_get_auxdata(context, 0) {
    return Unmanaged<WordSearch>.fromOpaque(kept).takeUnretainedValue()
  }
  guard let text = sqlite3_value_text(value) else { return nil }
  let search = WordSearch(String(cString: text))
  sqlite3_set_auxdata(context, 0, Unmanaged.passRetained(search).toOpaque()) { kept in
    if let kept { Unmanaged<WordSearch>.fromOpaque(kept).release() }
  }
  return search
}

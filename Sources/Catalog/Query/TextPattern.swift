internal import CPCRE2

/// A regular expression over texts as they are searched: capitals and accents do not count.
///
/// The notation is PCRE2's. A pattern is found anywhere in a text unless `^` or `$` tie it down.
/// A match that takes too many steps counts as none, so that no pattern stops the catalogue.
///
/// Owns its compiled code, and frees it when released; the code is only read after it was made.
public final class TextPattern: @unchecked Sendable {
  /// As the user wrote it.
  public let source: String
  private let code: OpaquePointer
  private let limits: OpaquePointer

  /// Why a pattern cannot be used.
  public struct Mistake: Error {
    public var message: String
  }

  /// Steps after which a match is given up: far more than an honest pattern needs for a title.
  private static let maximumSteps: UInt32 = 100_000
  /// The longest pattern that is read, in bytes.
  private static let maximumLength = 1000

  /// - Throws: `Mistake` with PCRE2's words for what is wrong.
  public init(_ source: String) throws(Mistake) {
    guard source.utf8.count <= Self.maximumLength else {
      throw Mistake(message: "the pattern is too long")
    }
    // ASCII has meaning in a pattern, capitals too (\S); accents have none.
    let plain = source.unicodeScalars
      .map { $0.isASCII ? String($0) : FoldedText.fold(String($0)) }.joined()
    var problem: Int32 = 0
    var place = 0
    let options = UInt32(PCRE2_UTF) | UInt32(PCRE2_CASELESS) | UInt32(PCRE2_NEVER_BACKSLASH_C)
    let bytes = Array(plain.utf8)
    guard
      let code = pcre2_compile_8(bytes, bytes.count, options, &problem, &place, nil),
      let limits = pcre2_match_context_create_8(nil)
    else { throw Mistake(message: Self.words(for: problem)) }
    pcre2_set_match_limit_8(limits, Self.maximumSteps)
    // Without the compiler the interpreter matches, more slowly.
    _ = pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE))
    self.source = source
    self.code = code
    self.limits = limits
  }

  deinit {
    pcre2_match_context_free_8(limits)
    pcre2_code_free_8(code)
  }

  /// Whether the pattern is somewhere in a folded text.
  func matches(_ folded: String) -> Bool {
    var folded = folded
    return folded.withUTF8 { matches($0) }
  }

  /// - Parameter folded: Valid UTF-8.
  func matches(_ folded: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let room = pcre2_match_data_create_8(1, nil) else { return false }
    defer { pcre2_match_data_free_8(room) }
    // An empty text has no address, but can match.
    let empty: [UInt8] = [0]
    return empty.withUnsafeBufferPointer { empty in
      pcre2_match_8(
        code, folded.baseAddress ?? empty.baseAddress, folded.count, 0,
        UInt32(PCRE2_NO_UTF_CHECK), room, limits) >= 0
    }
  }

  private static func words(for problem: Int32) -> String {
    var room = [UInt8](repeating: 0, count: 256)
    let length = pcre2_get_error_message_8(problem, &room, room.count)
    return length > 0 ? String(decoding: room.prefix(Int(length)), as: UTF8.self) : "no pattern"
  }
}

/// Patterns of one source are one.
extension TextPattern: Hashable {
  public static func == (left: TextPattern, right: TextPattern) -> Bool {
    left.source == right.source
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// Emphasis on a terminal; the text unchanged elsewhere.
struct Style: Sendable {
  let isEnabled: Bool

  static let plain = Style(isEnabled: false)

  func bold(_ text: String) -> String { wrapped(text, 1) }
  func dim(_ text: String) -> String { wrapped(text, 2) }

  /// Select Graphic Rendition, ECMA-48 §8.3.117.
  private func wrapped(_ text: String, _ code: Int) -> String {
    isEnabled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

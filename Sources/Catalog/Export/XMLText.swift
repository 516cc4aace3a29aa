/// Text on its way into XML 1.0, and elements made of it.
enum XMLText {
  /// Text for the inside of a quoted attribute, or between tags.
  ///
  /// Line breaks and tabs are kept as references, since a reader turns bare ones into spaces. What
  /// XML cannot hold at all, which is other control characters and two code points that are none,
  /// is left out.
  static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "\t": escaped.append(contentsOf: "&#9;".unicodeScalars)
      case "\n": escaped.append(contentsOf: "&#10;".unicodeScalars)
      case "\r": escaped.append(contentsOf: "&#13;".unicodeScalars)
      default: if isPermitted(scalar) { escaped.append(scalar) }
      }
    }
    return String(escaped)
  }

  /// Whether XML 1.0 can hold all of a text (its production `Char`).
  static func holds(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy(isPermitted)
  }

  private static func isPermitted(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}

/// An XML document that is written from its beginning to its end.
struct XMLWriter {
  private(set) var text: String
  private var open: [String] = []

  /// - Parameter documentType: What stands behind `<!DOCTYPE`; nil for none.
  init(documentType: String? = nil) {
    text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    if let documentType { text += "<!DOCTYPE \(documentType)>\n" }
  }

  typealias Attributes = [(name: String, value: String?)]

  /// An element without content; attributes without a value are left out.
  mutating func element(_ name: String, _ attributes: Attributes = []) {
    begin(name, attributes, closing: "/>")
  }

  /// An element with what `content` writes in it.
  mutating func element(
    _ name: String, _ attributes: Attributes = [], content: (inout XMLWriter) -> Void
  ) {
    begin(name, attributes, closing: ">")
    open.append(name)
    content(&self)
    open.removeLast()
    text += "\(indent)</\(name)>\n"
  }

  private var indent: String { String(repeating: "  ", count: open.count) }

  private mutating func begin(_ name: String, _ attributes: Attributes, closing: String) {
    text += "\(indent)<\(name)"
    for (name, value) in attributes {
      if let value { text += " \(name)=\"\(XMLText.escaped(value))\"" }
    }
    text += closing + "\n"
  }
}
